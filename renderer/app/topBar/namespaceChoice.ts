/**
 * Adds a namespace to a comma-separated choice, or removes it. The result is sorted, so that equal choices have equal
 * addresses.
 */
export function toggleNamespace(chosen: string, name: string): string {
  const names = new Set(chosen === "" ? [] : chosen.split(","));
  if (!names.delete(name)) names.add(name);
  return [...names].sort().join(",");
}
