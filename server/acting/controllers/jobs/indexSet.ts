type Interval = readonly [first: number, last: number];

/** A set of a job's indexes. It holds intervals, because a job may have thousands of millions of indexes. */
export class IndexSet {
  /** In order, neither overlapping nor adjacent. */
  readonly #intervals: readonly Interval[];
  readonly size: number;

  private constructor(intervals: readonly Interval[]) {
    this.#intervals = intervals;
    this.size = intervals.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  }

  static of(indexes: Iterable<number>): IndexSet {
    return new IndexSet(merged(Array.from(indexes, (index) => [index, index] as const)));
  }

  /** Parses a text such as `0-2,5`. Indexes from `limit` on are left out, as are unreadable parts. */
  static parse(text: string | undefined, limit: number): IndexSet {
    const intervals = (text ?? "").split(",").flatMap((part): Interval[] => {
      if (part === "") return [];
      const [first = "", last = first] = part.split("-");
      const interval: Interval = [Number(first), Math.min(Number(last), limit - 1)];
      return interval[0] <= interval[1] ? [interval] : [];
    });
    return new IndexSet(merged(intervals));
  }

  has(index: number): boolean {
    return this.endFrom(index) !== undefined;
  }

  /** The last of the consecutive indexes that begin with this one; undefined when the set does not contain it. */
  endFrom(index: number): number | undefined {
    let [low, high] = [0, this.#intervals.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#intervals[middle]?.[1] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    const found = this.#intervals[low];
    return found !== undefined && found[0] <= index ? found[1] : undefined;
  }

  /** The set with more indexes. */
  with(indexes: Iterable<number>): IndexSet {
    const more = Array.from(indexes, (index) => [index, index] as const);
    return more.length === 0 ? this : new IndexSet(merged([...this.#intervals, ...more]));
  }

  /** The number of indexes that are in both sets. */
  sharedWith(other: IndexSet): number {
    let shared = 0;
    let next = 0;
    for (const [first, last] of this.#intervals) {
      while ((other.#intervals[next]?.[1] ?? first) < first) next += 1;
      for (let i = next; (other.#intervals[i]?.[0] ?? Number.POSITIVE_INFINITY) <= last; i++) {
        const [from, to] = other.#intervals[i] as Interval;
        shared += Math.min(last, to) - Math.max(first, from) + 1;
      }
    }
    return shared;
  }

  /** The inverse of {@link IndexSet.parse}, as the status of a job has it. */
  get text(): string {
    const parts = this.#intervals.map(([first, last]) =>
      first === last ? String(first) : `${first}${last === first + 1 ? "," : "-"}${last}`,
    );
    return parts.join(",");
  }
}

function merged(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const [first, last] of [...intervals].sort(([a], [b]) => a - b)) {
    const before = result.at(-1);
    if (before === undefined || first > before[1] + 1) result.push([first, last]);
    else if (last > before[1]) result[result.length - 1] = [before[0], last];
  }
  return result;
}
