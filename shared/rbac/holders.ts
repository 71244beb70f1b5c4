/** Sets of owned rules, represented by rule numbers and optimized for repeated intersection. */

/** A set of owned rules. */
export interface Holders {
  /** Equal for two sets that were built from the same parts; such sets are equal. */
  readonly key: string;
  /** Rule numbers, ascending. */
  readonly rules: readonly number[];
}

/** The empty set. */
export const NO_HOLDERS: Holders = { key: "", rules: [] };

/** Maximum number of cached intersections. Each may be as long as the list of all owned rules. */
const MAX_REMEMBERED = 256;

/** Creates {@link Holders}. Sets of the same rules get the same key. */
export class HolderSets {
  readonly #byText = new Map<string, Holders>();
  readonly #common = new Map<string, Holders>();

  /** @param rules ascending */
  of(rules: readonly number[]): Holders {
    if (rules.length === 0) return NO_HOLDERS;
    const text = rules.join();
    let set = this.#byText.get(text);
    if (set === undefined) {
      set = { key: `${this.#byText.size}`, rules };
      this.#byText.set(text, set);
    }
    return set;
  }

  /** The union of two disjoint sets. */
  either(a: Holders, b: Holders): Holders {
    if (a.rules.length === 0) return b;
    if (b.rules.length === 0) return a;
    return { key: `(${a.key}|${b.key})`, rules: merged(a.rules, b.rules) };
  }

  /** The intersection of two sets. The work grows with the smaller set, and repeated intersections are cached. */
  both(a: Holders, b: Holders): Holders {
    if (a.key === b.key) return a;
    const [small, large] = a.rules.length <= b.rules.length ? [a, b] : [b, a];
    if (small.rules.length === 0) return NO_HOLDERS;
    const key = `(${small.key}&${large.key})`;
    let common = this.#common.get(key);
    if (common === undefined) {
      const rules = small.rules.filter((rule) => includes(large.rules, rule));
      if (rules.length === 0) common = NO_HOLDERS;
      else if (rules.length === small.rules.length) common = small;
      else common = { key, rules };
      if (this.#common.size >= MAX_REMEMBERED) this.#common.clear();
      this.#common.set(key, common);
    }
    return common;
  }
}

function merged(a: readonly number[], b: readonly number[]): number[] {
  const all: number[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [x = Number.POSITIVE_INFINITY, y = Number.POSITIVE_INFINITY] = [a[i], b[j]];
    all.push(Math.min(x, y));
    if (x <= y) i += 1;
    else j += 1;
  }
  return all;
}

/** Binary search in an ascending list. */
function includes(numbers: readonly number[], wanted: number): boolean {
  let [low, high] = [0, numbers.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const number = numbers[middle] as number;
    if (number === wanted) return true;
    if (number < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
