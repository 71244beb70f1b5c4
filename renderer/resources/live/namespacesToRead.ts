/**
 * Maximum number of namespaces to read one by one, for users who may not read all; for more, the console reads all
 * namespaces and drops the rest.
 */
const ONE_BY_ONE = 6;

/**
 * The namespaces to list for the chosen ones, each in its own list; a single empty name means all.
 *
 * @param chosen separated by commas as in the address; empty for all
 */
export function namespacesToRead(chosen: string): string[] {
  const names = chosen.split(",");
  return names.length > ONE_BY_ONE ? [""] : names;
}
