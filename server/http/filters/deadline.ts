import { badRequest } from "../../../shared/status.ts";
import { DecodeError } from "../../schema/decodeError.ts";
import { parseDuration } from "../../schema/durationText.ts";
import type { Filter } from "../context.ts";

/**
 * Checks the `timeout` that a client may give any request but a watch. Answers come from memory or one short commit, so
 * there is nothing to cut off; a value that is no duration is refused all the same.
 * @throws ApiError 400
 */
export const deadline: Filter = (next) => (context) => {
  const timeout = context.query.get("timeout");
  if (timeout !== null && timeout !== "" && context.info.verb !== "watch") checkDuration(timeout);
  return next(context);
};

function checkDuration(text: string): void {
  try {
    parseDuration(text);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`invalid timeout specified in the request URL - ${error.message}`);
  }
}
