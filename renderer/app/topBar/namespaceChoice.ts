/** Adds a namespace to a comma-separated choice, or removes it; sorted, so that one choice has one address. */
export function toggleNamespace(chosen: string, name: string): string {
  const names = new Set(chosen === "" ? [] : chosen.split(","));
  if (!names.delete(name)) names.add(name);
  return [...names].sort().join(",");
}
