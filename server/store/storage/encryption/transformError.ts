import { aggregateText } from "../../../../shared/text/aggregateText.ts";

/** A stored value that cannot be turned back into what was written. The message never contains data or keys. */
export class TransformError extends Error {
  override readonly name = "TransformError";
}

/** One message for several failures: each text once, in brackets when there are several. */
export function combined(errors: readonly TransformError[]): TransformError {
  return new TransformError(aggregateText(errors.map(({ message }) => message)));
}
