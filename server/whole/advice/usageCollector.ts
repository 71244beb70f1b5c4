import type { ClusterUsage, Usage } from "../../../shared/advice/usage.ts";

/** The most uses that are reported. */
const MOST_USAGES = 10_000;
/** The most entries that are kept about what could not be looked at. */
const MOST_HIDDEN = 100;
/** Clients choose the names of users and user agents. */
const LONGEST_WORD = 300;

/** Gathers uses of ending versions; the same use once, with how often and when it was last seen. */
export class UsageCollector {
  readonly #usages = new Map<string, Usage>();
  readonly #hidden = new Set<string>();
  #more = 0;
  /** How many objects were looked at. */
  objects = 0;

  add(usage: Usage): void {
    const { evidence, apiVersion, kind, namespace = "", name = "" } = usage;
    const by = usage.by?.slice(0, LONGEST_WORD);
    const key = JSON.stringify([evidence, apiVersion, kind, namespace, name, by]);
    const known = this.#usages.get(key);
    if (known === undefined && this.#usages.size >= MOST_USAGES) {
      this.#more += 1;
      return;
    }
    const count = usage.count === undefined ? undefined : (known?.count ?? 0) + usage.count;
    const last = laterOf(known?.last, usage.last);
    this.#usages.set(key, {
      ...usage,
      ...(by === undefined ? {} : { by }),
      ...(count === undefined ? {} : { count }),
      ...(last === undefined ? {} : { last }),
    });
  }

  /** @param sentence what could not be looked at, and why */
  hide(sentence: string): void {
    if (this.#hidden.size < MOST_HIDDEN) this.#hidden.add(sentence);
  }

  /** What is gone comes before what is deprecated. */
  result(): ClusterUsage {
    const all = [...this.#usages.values()];
    return {
      usages: [...all.filter(({ state }) => state === "removed"), ...all.filter(({ state }) => state !== "removed")],
      more: this.#more,
      objects: this.objects,
      hidden: [...this.#hidden],
    };
  }
}

/** Times of one form compare as texts. */
const laterOf = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && b > a) ? b : a;
