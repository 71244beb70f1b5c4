import { isTurnDue, isTurnOver, type Steps } from "./steps.ts";

/** Maximum number of items sorted without pausing. */
const RUN = 2048;

/**
 * A sorted copy; the sort is stable, like `Array.prototype.sort`. Long lists are sorted in runs, which are then merged
 * pairwise.
 */
export function* sortInSteps<T>(list: Iterable<T>, compare: (a: T, b: T) => number = byText): Steps<T[]> {
  const items = [...list];
  if (items.length <= RUN) return items.sort(compare);
  let runs: T[][] = [];
  for (let start = 0; start < items.length; start += RUN) {
    if (isTurnOver()) yield;
    runs.push(items.slice(start, start + RUN).sort(compare));
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) merged.push(yield* mergeRuns(runs[i] ?? [], runs[i + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** The entries of a map, sorted by name; empty for an absent map. */
export function* sortedEntries<T>(map: Readonly<Record<string, T>> | undefined | null): Steps<[string, T][]> {
  if (map === undefined || map === null) return [];
  // Listing the members of a large map alone takes long.
  if (isTurnDue()) yield;
  const entries: [string, T][] = [];
  for (const name of yield* sortInSteps(Object.keys(map))) {
    if (isTurnDue()) yield;
    entries.push([name, map[name] as T]);
  }
  return entries;
}

const byText = (a: unknown, b: unknown): number => ((a as string) < (b as string) ? -1 : Number(a !== b));

function* mergeRuns<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  const result: T[] = [];
  let l = 0;
  let r = 0;
  while (l < left.length || r < right.length) {
    if (isTurnDue()) yield;
    const takesLeft = r >= right.length || (l < left.length && compare(left[l] as T, right[r] as T) <= 0);
    result.push((takesLeft ? left[l++] : right[r++]) as T);
  }
  return result;
}
