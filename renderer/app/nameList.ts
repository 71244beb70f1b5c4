/** The names of a comma-separated text, each once, as the address contains them; a user may have edited it. */
export const namesIn = (text: string): string[] => [...new Set(text.split(","))].filter((name) => name !== "");

/**
 * The most namespaces that a view combines. For each of them, the console reads and watches a list of its own; the limit
 * bounds the requests of an address that names thousands.
 */
export const MOST_NAMESPACES = 50;

/** The namespaces that a view combines: those of the address, up to the limit. */
export const namespacesIn = (text: string): string[] => namesIn(text).slice(0, MOST_NAMESPACES);

/**
 * Adds a name to a comma-separated text, or removes it. The result is sorted, so that equal choices have equal
 * addresses.
 */
export function toggledName(text: string, name: string): string {
  const names = new Set(namesIn(text));
  if (!names.delete(name)) names.add(name);
  return [...names].sort().join(",");
}
