/** Which owned rules hold something: sets of rules by their numbers, made for being intersected again and again. */

/** A set of owned rules. */
export interface Holders {
  /** The same for two sets that were made of the same parts: then they hold the same. */
  readonly key: string;
  /** Numbers of rules, ascending. */
  readonly rules: readonly number[];
}

/** No rule. */
export const NOBODY: Holders = { key: "", rules: [] };

/** Intersections that are remembered. Each may be as long as the list of all owned rules. */
const MOST_REMEMBERED = 256;

/** Makes {@link Holders}. Sets of equal rules get one key. */
export class HolderSets {
  readonly #byText = new Map<string, Holders>();
  readonly #common = new Map<string, Holders>();

  /** @param rules ascending */
  of(rules: readonly number[]): Holders {
    if (rules.length === 0) return NOBODY;
    const text = rules.join();
    let set = this.#byText.get(text);
    if (set === undefined) {
      set = { key: `${this.#byText.size}`, rules };
      this.#byText.set(text, set);
    }
    return set;
  }

  /** Rules that are in one of two sets, which have none in common. */
  either(a: Holders, b: Holders): Holders {
    if (a.rules.length === 0) return b;
    if (b.rules.length === 0) return a;
    return { key: `(${a.key}|${b.key})`, rules: merged(a.rules, b.rules) };
  }

  /** Rules that are in both. The work grows with the smaller set, and sets that meet often are intersected once. */
  both(a: Holders, b: Holders): Holders {
    if (a.key === b.key) return a;
    const [small, large] = a.rules.length <= b.rules.length ? [a, b] : [b, a];
    if (small.rules.length === 0) return NOBODY;
    const key = `(${small.key}&${large.key})`;
    let common = this.#common.get(key);
    if (common === undefined) {
      const rules = small.rules.filter((rule) => includes(large.rules, rule));
      if (rules.length === 0) common = NOBODY;
      else if (rules.length === small.rules.length) common = small;
      else common = { key, rules };
      if (this.#common.size >= MOST_REMEMBERED) this.#common.clear();
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

/** Whether an ascending list has a number. */
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
