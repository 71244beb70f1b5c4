/** What a journal covers: stretches without a gap. */

/** Everything between two revisions is known, both included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** When it begins and ends, in milliseconds since the epoch. */
  readonly since: number;
  readonly until: number;
}

/** What is not known between two stretches. */
export interface Gap {
  /** The last revision before it, and the first after it, that are known. */
  readonly after: number;
  readonly before: number;
  /** Changes that were not recorded, at most. */
  readonly changes: number;
  readonly since: number;
  readonly until: number;
}

/** Joins what touches. @param parts in order */
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

/** What lies between stretches. */
export function gapsOf(stretches: readonly Stretch[]): Gap[] {
  return stretches.flatMap((stretch, i) => {
    const last = stretches[i - 1];
    if (last === undefined) return [];
    const changes = stretch.from - last.to;
    return [{ after: last.to, before: stretch.from, changes, since: last.until, until: stretch.since }];
  });
}
