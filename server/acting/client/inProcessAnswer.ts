import type { Readable } from "node:stream";
import { parseInSteps } from "../../../shared/json/parseInSteps.ts";
import { parseJson } from "../../../shared/json/parseJson.ts";
import { ApiError, type Status } from "../../../shared/status.ts";
import { readWhole } from "../../ground/memory/gatheredBytes.ts";
import { type Answer, type FullAnswer, isFull, isRelayed, isTunnel } from "../../ground/request/context.ts";
import { inTurns } from "../../ground/turns/turns.ts";

/** Maximum size of a response from another server, in bytes; larger ones are refused. */
const LARGEST = 32 * 1024 * 1024;

/**
 * A response with its complete body, even if another server sends it. Undefined for endless responses: streams and
 * tunnels.
 * @throws Error when it is too large
 */
export async function wholeAnswer(answer: Answer): Promise<Pick<FullAnswer, "status" | "body"> | undefined> {
  if (isFull(answer)) return answer;
  if (isRelayed(answer)) return { status: answer.status, body: await whole(answer.relayed) };
  if (isTunnel(answer)) answer.tunnel.destroy();
  return undefined;
}

async function whole(body: Readable): Promise<Uint8Array[]> {
  const bytes = await readWhole(body, LARGEST);
  if (bytes === undefined) throw new Error(`an answer is larger than ${LARGEST} bytes`);
  return [bytes];
}

/**
 * The decoded body of a response; a long list is decoded in slices that yield to the event loop.
 * @throws ApiError for an error status
 */
export async function parseAnswer({
  status,
  body,
}: Pick<FullAnswer, "status" | "body">): Promise<Record<string, unknown>> {
  const text = Array.isArray(body)
    ? Buffer.concat(body as Uint8Array[]).toString("utf8")
    : Buffer.from(body as string).toString("utf8");
  if (status < 400) return (await inTurns(parseInSteps(text))) as Record<string, unknown>;
  // A path that is not served at all is refused with plain text.
  if (!text.startsWith("{")) throw new ApiError(status, "", text.trim());
  throw errorOf(parseJson(text) as Status);
}

export const errorOf = (status: Status): ApiError =>
  new ApiError(status.code, status.reason ?? "", status.message ?? "", status.details, status.metadata);
