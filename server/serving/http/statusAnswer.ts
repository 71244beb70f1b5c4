import { ApiError, internalError, type Status } from "../../../shared/status.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { type FullAnswer, header, type RequestContext } from "../../ground/request/context.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import { negotiate } from "../../model/encoding/negotiate.ts";
import { encodeInSteps } from "../../model/encoding/objectEncoder.ts";
import type { Schema } from "../../model/schema/schema.ts";
import { StorageError, type StorageFault } from "../../store/storage/storageError.ts";

/** The messages that clients get for faults of the store; file names and details are not disclosed. */
const STORAGE_FAULTS: Readonly<Record<StorageFault, string>> = {
  full: "database space exceeded: the disk of the store is full, nothing was changed; objects can still be deleted",
  failing: "the disk of the store has failed, nothing was changed",
  damaged: "the store is damaged, nothing was changed",
  unavailable: "the store does not answer",
  tooLarge: "etcdserver: request is too large",
};

/**
 * Converts an exception into a Status for the client: its own Status, or a 500 that discloses nothing internal. Faults
 * of the store are a 500 without a reason, as in the reference.
 */
export function errorStatus(error: unknown): Status {
  if (error instanceof StorageError) {
    const unsure = error.outcome === "unknown" ? ": the outcome of the change is unknown" : "";
    return new ApiError(500, "", `${STORAGE_FAULTS[error.fault]}${unsure}`).status;
  }
  return error instanceof ApiError ? error.status : internalError("the server has failed to answer").status;
}

/** A Status in the format that the client requested; JSON if that format is not available. */
export async function statusAnswer(
  status: Status,
  context: RequestContext,
  vocabulary: Vocabulary,
  schema: Schema,
  cbor = false,
): Promise<FullAnswer> {
  let wire: ReturnType<typeof negotiate> | undefined;
  try {
    wire = negotiate(header(context, "accept"), context.query, vocabulary, {
      routed: false,
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
    body: await inTurns(
      encodeInSteps(
        { ...status },
        wire?.wire ?? "json",
        wire?.pretty ?? false,
        schema.definition("apimachinery.pkg.apis.meta.v1.Status"),
      ),
    ),
  };
}
