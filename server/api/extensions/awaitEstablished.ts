import type { Answer, RequestContext } from "../../ground/request/context.ts";
import { DEFINITIONS } from "./definition.ts";
import type { Extensions } from "./extensions.ts";

/**
 * Delays the response to a write of a definition until its names are accepted and it is served, so that a client may
 * use it at once.
 */
export async function awaitEstablished(
  extensions: Extensions,
  { info, method }: Pick<RequestContext, "info" | "method">,
  answer: Answer,
): Promise<Answer> {
  if (method !== "GET" && info.resource === DEFINITIONS.resource) await extensions.settled();
  return answer;
}
