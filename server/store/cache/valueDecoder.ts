import { parseInSteps } from "../../../shared/json/parseInSteps.ts";
import type { Steps } from "../../../shared/steps.ts";
import { describeJsonError } from "../../model/encoding/jsonSyntaxError.ts";
import type { Value } from "../storage/storage.ts";
import { textOf } from "../storage/value.ts";

/** A stored value that does not decode to an object. The message is the reason, without any of the data. */
export class UndecodableValue extends Error {
  override readonly name = "UndecodableValue";
}

/** Decodes a stored value to the version that memory holds. @throws UndecodableValue */
export type ValueDecoder = (value: Value) => Steps<unknown>;

/** Decodes JSON without conversion. @throws UndecodableValue */
export function* decodeJsonValue(value: Value): Steps<unknown> {
  const text = textOf(value);
  try {
    return yield* parseInSteps(text);
  } catch {
    throw new UndecodableValue(`couldn't get version/kind; json parse error: ${describeJsonError(text)}`);
  }
}
