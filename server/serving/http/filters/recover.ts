import { ApiError } from "../../../../shared/status.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Filter } from "../../../ground/request/context.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import { errorStatus, statusAnswer } from "../statusAnswer.ts";

/** The only place where an exception becomes an answer. Unknown exceptions are logged with the request's id. */
export function recover(parts: {
  readonly vocabulary: Vocabulary;
  readonly schema: Schema;
  /** Whether errors can be requested in CBOR. */
  readonly cbor?: boolean;
  readonly logError: (error: unknown, requestId: string) => void;
}): Filter {
  return (next) => async (context) => {
    try {
      return await next(context);
    } catch (error) {
      if (!(error instanceof ApiError)) parts.logError(error, context.id);
      return await statusAnswer(errorStatus(error), context, parts.vocabulary, parts.schema, parts.cbor);
    }
  };
}
