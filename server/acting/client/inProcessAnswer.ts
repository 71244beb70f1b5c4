import { parseInSteps } from "../../../shared/json/parseInSteps.ts";
import { parseJson } from "../../../shared/json/parseJson.ts";
import { ApiError, type Status } from "../../../shared/status.ts";
import type { FullAnswer } from "../../ground/request/context.ts";
import { inTurns } from "../../ground/turns/turns.ts";

/** The decoded body of an answer; a long list in turns of the event loop. @throws ApiError when it is a failure */
export async function parseAnswer({
  status,
  body,
}: Pick<FullAnswer, "status" | "body">): Promise<Record<string, unknown>> {
  const text = Array.isArray(body)
    ? Buffer.concat(body as Uint8Array[]).toString("utf8")
    : Buffer.from(body as string).toString("utf8");
  if (status < 400) return (await inTurns(parseInSteps(text))) as Record<string, unknown>;
  // What is not served at all is refused in plain text.
  if (!text.startsWith("{")) throw new ApiError(status, "", text.trim());
  throw errorOf(parseJson(text) as Status);
}

export const errorOf = (status: Status): ApiError =>
  new ApiError(status.code, status.reason ?? "", status.message ?? "", status.details, status.metadata);
