/**
 * The headers of the agent's request for a probe or a hook, by lower-case name. A header that is set to the empty text
 * suppresses the default of that name, and is not sent.
 * @param agent the user agent
 */
export function requestHeaders(
  written: readonly { readonly name: string; readonly value: string }[] | undefined,
  agent: string,
): Record<string, string> {
  const own = new Map<string, string>();
  for (const { name, value } of written ?? []) {
    const key = name.toLowerCase();
    const before = own.get(key);
    own.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  const headers = new Map([["user-agent", agent], ["accept", "*/*"], ...own]);
  for (const name of ["user-agent", "accept", "host"]) if (headers.get(name) === "") headers.delete(name);
  return Object.fromEntries(headers);
}
