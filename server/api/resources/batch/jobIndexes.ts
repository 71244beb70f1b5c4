/** Lists of indexes as text: `1,3-5,7`. */

/** Thrown for a text that is not a list of indexes below the number of completions; the wording is the reference's. */
export class IndexesError extends Error {}

type Interval = readonly [first: number, last: number];

function parseIndex(text: string, completions: number): number {
  if (!/^[+-]?\d+$/.test(text)) {
    throw new IndexesError(`cannot convert string to integer for index: ${JSON.stringify(text)}`);
  }
  const value = Number(text);
  if (value >= completions) throw new IndexesError(`too large index: ${JSON.stringify(text)}`);
  return value;
}

const outOfOrder = (previous: number, current: number): IndexesError =>
  new IndexesError(`non-increasing order, previous: ${previous}, current: ${current}`);

function parseInterval(text: string, completions: number): Interval {
  const limits = text.split("-");
  if (limits.length > 2) {
    throw new IndexesError(
      `the fragment ${JSON.stringify(text)} violates the requirement that an index interval can have at most two parts separated by '-'`,
    );
  }
  const first = parseIndex(limits[0] ?? "", completions);
  if (limits.length === 1) return [first, first];
  const last = parseIndex(limits[1] ?? "", completions);
  if (first >= last) throw outOfOrder(first, last);
  return [first, last];
}

/**
 * Counts the indexes of a text.
 * @throws IndexesError when it is malformed, not in order, or goes beyond the completions
 * @example countIndexes("1,3-5", 6) // 4
 */
export function countIndexes(text: string, completions: number): number {
  let total = 0;
  let previous: number | undefined;
  for (const part of text === "" ? [] : text.split(",")) {
    const [first, last] = parseInterval(part, completions);
    if (previous !== undefined && previous >= first) throw outOfOrder(previous, first);
    total += last - first + 1;
    previous = last;
  }
  return total;
}

/** Why a text is not a list of indexes; undefined when it is one. */
export function indexesProblem(text: string, completions: number): string | undefined {
  return attempt(() => countIndexes(text, completions));
}

function attempt(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof IndexesError) return error.message;
    throw error;
  }
}

/** The first index that is in both lists; unreadable parts are ignored. */
export function commonIndex(a: string, b: string, completions: number): number | undefined {
  const intervals = (text: string): Interval[] =>
    (text === "" ? [] : text.split(","))
      .flatMap((part) => {
        const found: Interval[] = [];
        attempt(() => found.push(parseInterval(part, completions)));
        return found;
      })
      .sort(([one], [other]) => one - other);
  const others = intervals(b);
  let next = 0;
  for (const [first, last] of intervals(a)) {
    while ((others[next]?.[1] ?? first) < first) next += 1;
    const hit = others[next];
    if (hit !== undefined && hit[0] <= last) return Math.max(first, hit[0]);
  }
  return undefined;
}
