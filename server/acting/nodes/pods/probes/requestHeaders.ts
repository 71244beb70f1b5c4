/**
 * The headers of a request that a node's agent sends for a probe or a hook, by their names in lower case. An empty header takes
 * the place of one that is sent by default, and is not sent.
 * @param agent how the agent calls itself
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
