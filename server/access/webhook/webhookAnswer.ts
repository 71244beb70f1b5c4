import type { IncomingMessage } from "node:http";
import { parseInSteps } from "../../../shared/json/parseInSteps.ts";
import { readWhole } from "../../ground/memory/gatheredBytes.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import { describeJsonError } from "../../model/encoding/jsonSyntaxError.ts";
import { refuseDeepNestingInSteps } from "../../model/encoding/nesting.ts";
import { describeStatus } from "./statusText.ts";
import { WebhookError } from "./webhookError.ts";

/** A received response. */
export interface Attempt {
  readonly response: IncomingMessage;
  readonly bytes: Buffer;
}

/** Reads the body of a response. @throws WebhookError `tooLarge` */
export async function collect(response: IncomingMessage, limit: number): Promise<Buffer> {
  const bytes = await readWhole(response, limit);
  if (bytes !== undefined) return bytes;
  throw new WebhookError("tooLarge", `the response is longer than ${limit} bytes`, response.statusCode ?? 0);
}

/** Decodes a successful response. @throws WebhookError `status` or `body` */
export async function readAnswer({ response, bytes }: Attempt): Promise<unknown> {
  const status = response.statusCode ?? 0;
  const type = response.headers["content-type"] ?? "";
  const text = bytes.toString("utf8");
  if (status < 200 || status > 206) {
    const readable = type === "" || type.startsWith("text/");
    const detail = (await failureIn(text)) ?? describeStatus(status, readable ? text : undefined);
    throw new WebhookError("status", detail, status);
  }
  if (bytes.length === 0) {
    const detail = `0-length response with status code: ${status} and content type: ${type}`;
    throw new WebhookError("body", detail, status);
  }
  try {
    await inTurns(refuseDeepNestingInSteps(text));
    return await inTurns(parseInSteps(text));
  } catch {
    const detail = `couldn't get version/kind; json parse error: ${describeJsonError(text)}`;
    throw new WebhookError("body", detail, status);
  }
}

/** The message of a Status in the body of a failed response; undefined for other bodies. */
async function failureIn(text: string): Promise<string | undefined> {
  if (!text.trimStart().startsWith("{")) return undefined;
  let body: unknown;
  try {
    await inTurns(refuseDeepNestingInSteps(text));
    body = await inTurns(parseInSteps(text));
  } catch {
    return undefined;
  }
  const { kind, apiVersion, status, message } = body as Readonly<Record<string, unknown>>;
  if ((kind ?? "Status") !== "Status" || (apiVersion ?? "v1") !== "v1" || status !== "Failure") return undefined;
  return typeof message === "string" ? message : "";
}
