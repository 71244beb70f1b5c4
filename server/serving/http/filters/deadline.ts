import { badRequest } from "../../../../shared/status.ts";
import { DecodeError } from "../../../ground/formats/decodeError.ts";
import { parseDuration } from "../../../ground/formats/durationText.ts";
import type { Filter } from "../../../ground/request/context.ts";

/**
 * Checks the `timeout` that a client may give any request but a watch. Answers come from memory or one short commit, so that
 * only the wait for a body is cut off by it; a value that is no duration is refused all the same.
 * @throws ApiError 400
 */
export const deadline: Filter = (next) => (context) => {
  const timeout = context.query.get("timeout");
  if (timeout !== null && timeout !== "" && context.info.verb !== "watch") {
    const nanoseconds = readDuration(timeout);
    // None stands for the server's own limit.
    if (nanoseconds > 0n) context.allotted = Math.ceil(Number(nanoseconds) / 1e6);
  }
  return next(context);
};

function readDuration(text: string): bigint {
  try {
    return parseDuration(text);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`invalid timeout specified in the request URL - ${error.message}`);
  }
}
