import type { Filter } from "../../../ground/request/context.ts";
import { header } from "../../../ground/request/context.ts";

/** The CORS permissions of pages of an allowed origin, as in the reference. */
const ALLOWED = {
  "access-control-allow-methods": "POST, GET, OPTIONS, PUT, DELETE, PATCH",
  "access-control-allow-headers":
    "Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since",
  "access-control-expose-headers": "Date",
  "access-control-allow-credentials": "true",
};

/**
 * Lets pages of some origins use the API from a browser. Their preflight requests (OPTIONS), which have no credentials,
 * are answered here, before authentication.
 * @param origins patterns, one of which the `Origin` header must match
 */
export function cors(origins: readonly RegExp[]): Filter {
  return (next) => async (context) => {
    const origin = header(context, "origin");
    if (origin === "" || !origins.some((allowed) => allowed.test(origin))) return next(context);
    const headers = { "access-control-allow-origin": origin, ...ALLOWED };
    if (context.method === "OPTIONS") return { status: 204, headers, body: "" };
    const answer = await next(context);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };
}
