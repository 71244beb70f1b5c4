import { ApiError, internalError, type Status } from "../../shared/status.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { negotiate } from "../encoding/negotiate.ts";
import { encodeValue } from "../encoding/objectEncoder.ts";
import type { Schema } from "../schema/schema.ts";
import { type FullAnswer, header, type RequestContext } from "./context.ts";

/** What an exception becomes for the client: its Status, or a 500 that tells nothing about the inside. */
export function errorStatus(error: unknown): Status {
  return error instanceof ApiError ? error.status : internalError("the server has failed to answer").status;
}

/** A Status as the client asked for it; JSON when what it asked for cannot be given. */
export function statusAnswer(
  status: Status,
  context: RequestContext,
  vocabulary: Vocabulary,
  schema: Schema,
  cbor = false,
): FullAnswer {
  let wire: ReturnType<typeof negotiate> | undefined;
  try {
    wire = negotiate(header(context, "accept"), context.query, vocabulary, {
      ignoreTransforms: true,
      streaming: true,
      cbor,
      userAgent: header(context, "user-agent"),
    });
  } catch {
    wire = undefined;
  }
  const retryAfter = status.details?.retryAfterSeconds;
  return {
    status: status.code,
    headers: {
      "content-type": wire?.contentType ?? "application/json",
      ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    },
    body: encodeValue(
      { ...status },
      wire?.wire ?? "json",
      wire?.pretty ?? false,
      schema.definition("apimachinery.pkg.apis.meta.v1.Status"),
    ),
  };
}
