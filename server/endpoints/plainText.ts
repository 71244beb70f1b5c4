import type { FullAnswer } from "../http/context.ts";

const HEADERS = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };

/** An answer for people and probes. */
export function plainText(body: string, status = 200): FullAnswer {
  return { status, headers: HEADERS, body };
}

/** What the server says to paths outside the API. */
export const notFoundPage = (): FullAnswer => plainText("404 page not found\n", 404);
