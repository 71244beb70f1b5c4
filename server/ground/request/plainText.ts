import { quoted } from "../../../shared/text/quoted.ts";
import { withoutMarkup } from "../../../shared/text/withoutMarkup.ts";
import type { FullAnswer, RequestContext } from "./context.ts";

const HEADERS = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };

/** A plain-text answer, for people and probes. */
export function plainText(body: string, status = 200): FullAnswer {
  return { status, headers: HEADERS, body };
}

/** The answer to unknown paths outside the API. */
export const notFoundPage = (): FullAnswer => plainText("404 page not found\n", 404);

/** The answer to a request whose caller cannot be authenticated or authorized, before its target is examined. */
export function internalErrorPage(context: Pick<RequestContext, "path" | "query">, message: string): FullAnswer {
  const query = context.query.size === 0 ? "" : `?${context.query}`;
  return plainText(`${withoutMarkup(`Internal Server Error: ${quoted(context.path + query)}: ${message}`)}\n`, 500);
}
