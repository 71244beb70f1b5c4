import type { Filter } from "../../../ground/request/context.ts";

/**
 * Tells browsers to use only HTTPS.
 * @param directives of the header: `max-age=31536000`, `includeSubDomains`, `preload`
 */
export function strictTransport(directives: readonly string[]): Filter {
  const value = directives.join("; ");
  return (next) => async (context) => {
    const answer = await next(context);
    return { ...answer, headers: { ...answer.headers, "strict-transport-security": value } };
  };
}
