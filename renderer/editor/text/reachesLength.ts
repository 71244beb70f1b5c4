/**
 * Whether the names and texts in a value have at least this many characters together, each other value counting as one.
 * Looks no further than that, so it is cheap for values of any size.
 */
export function reachesLength(value: unknown, length: number): boolean {
  let missing = length;
  const open: unknown[] = [value];
  while (open.length > 0 && missing > 0) {
    const each = open.pop();
    missing -= typeof each === "string" ? each.length : 1;
    if (typeof each !== "object" || each === null) continue;
    for (const name in each) {
      missing -= name.length;
      open.push((each as Readonly<Record<string, unknown>>)[name]);
      if (missing - open.length <= 0) return true;
    }
  }
  return missing <= 0;
}
