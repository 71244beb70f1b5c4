/**
 * Limit of namespaces that are read one by one, for users who may not read others; with more, the console reads all
 * namespaces and drops the rest.
 */
const ONE_BY_ONE = 6;

/**
 * The namespaces to read for the chosen ones, each in a list of its own; one empty name for all.
 *
 * @param chosen separated by commas as in the address; empty for all
 */
export function namespacesToRead(chosen: string): string[] {
  const names = chosen.split(",");
  return names.length > ONE_BY_ONE ? [""] : names;
}
