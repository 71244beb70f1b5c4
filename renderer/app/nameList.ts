/** The names of a comma-separated text, each once, as the address contains them; a user may have edited it. */
export const namesIn = (text: string): string[] => [...new Set(text.split(","))].filter((name) => name !== "");

/**
 * Adds a name to a comma-separated text, or removes it. The result is sorted, so that equal choices have equal
 * addresses.
 */
export function toggledName(text: string, name: string): string {
  const names = new Set(namesIn(text));
  if (!names.delete(name)) names.add(name);
  return [...names].sort().join(",");
}
