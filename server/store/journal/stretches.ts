/** The coverage of a journal, as stretches without a gap. */

/** A range of revisions, both ends included, of which every change is recorded. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Begin and end, in milliseconds since the epoch. */
  readonly since: number;
  readonly until: number;
}

/** A range of revisions between two stretches that was not recorded. */
export interface Gap {
  /** The last known revision before the gap, and the first one after it. */
  readonly after: number;
  readonly before: number;
  /** Maximum number of changes that were not recorded. */
  readonly changes: number;
  readonly since: number;
  readonly until: number;
}

/** Joins adjacent stretches. @param parts in order */
export function joined(parts: readonly Stretch[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const part of parts) {
    const last = stretches.at(-1);
    if (last !== undefined && part.from <= last.to) {
      stretches[stretches.length - 1] = { ...last, to: Math.max(last.to, part.to), until: part.until };
    } else stretches.push(part);
  }
  return stretches;
}

/** The gaps between stretches. */
export function gapsOf(stretches: readonly Stretch[]): Gap[] {
  return stretches.flatMap((stretch, i) => {
    const last = stretches[i - 1];
    if (last === undefined) return [];
    const changes = stretch.from - last.to;
    return [{ after: last.to, before: stretch.from, changes, since: last.until, until: stretch.since }];
  });
}
