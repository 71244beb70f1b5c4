import type { IncomingMessage, ServerResponse } from "node:http";
import { statusBody } from "../answers.ts";
import { HostError, refusalFor } from "../api/hostError.ts";
import { type Fields, readFields } from "../api/readBody.ts";
import type { Guard } from "../guard.ts";
import type { Opening } from "./openingPath.ts";

/** Path to which programs of the same user post. */
export const OPEN_PATH = "/open";

export interface OpenEndpointParts {
  readonly guard: Guard;
  /** The console's path for the view or text to open. @throws HostError */
  readonly pathOf: (opening: Opening) => string;
  /** Shows a path in the console's own window; absent when a browser is needed. */
  readonly show?: ((path: string) => void) | undefined;
}

/**
 * `POST /open` for programs of the same user, which have the launch's token. Shows the requested view in the console's
 * own window (`{"shown": true}`), or returns an address that opens it once in a browser (`{"url": …}`); with `print:
 * true`, always an address.
 */
export async function answerOpenRequest(
  { guard, pathOf, show }: OpenEndpointParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (!guard.isProgram(request)) throw new HostError(401, "Unauthorized", "The token is not of this launch.");
    if (request.method !== "POST") throw new HostError(405, "MethodNotAllowed", "Only POST is answered here.");
    const fields = await readFields(request);
    const path = pathOf(openingOf(fields));
    const isShown = show !== undefined && fields["print"] !== true;
    if (isShown) show(path);
    response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(JSON.stringify(isShown ? { shown: true } : { url: guard.openUrl(path) }));
  } catch (error) {
    const refusal = refusalFor(error);
    if (refusal === undefined) throw error;
    statusBody(response, refusal.code, refusal.reason, refusal.message);
  }
}

function openingOf({ path, text, cluster }: Fields): Opening {
  if (typeof text === "string" && typeof cluster === "string") return { text, cluster };
  if (typeof path === "string") return { path };
  throw new HostError(400, "BadRequest", "Say a path, or a text and a cluster.");
}
