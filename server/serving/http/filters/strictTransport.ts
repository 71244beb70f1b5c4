import type { Filter } from "../../../ground/request/context.ts";

/**
 * Has browsers use HTTPS only from now on. @param directives of the header: `max-age=31536000`, `includeSubDomains`, `preload`
 */
export function strictTransport(directives: readonly string[]): Filter {
  const value = directives.join("; ");
  return (next) => async (context) => {
    const answer = await next(context);
    return { ...answer, headers: { ...answer.headers, "strict-transport-security": value } };
  };
}
