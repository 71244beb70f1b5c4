/**
 * The number of lines in `after` that `before` does not have, counting repeated lines; at least one if the texts
 * differ.
 */
export function changedLines(before: string, after: string): number {
  if (before === after) return 0;
  const known = new Map<string, number>();
  for (const line of before.split("\n")) known.set(line, (known.get(line) ?? 0) + 1);
  let changed = 0;
  for (const line of after.split("\n")) {
    const left = known.get(line) ?? 0;
    if (left === 0) changed += 1;
    else known.set(line, left - 1);
  }
  return Math.max(1, changed);
}
