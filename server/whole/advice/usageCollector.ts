import type { ClusterUsage, Usage } from "../../../shared/advice/usage.ts";

/** Maximum number of usages that are reported. */
const MAX_USAGES = 10_000;
/** Maximum number of entries about what could not be examined. */
const MAX_HIDDEN = 100;
/** Maximum length of user names and user agents, which clients choose. */
const LONGEST_WORD = 300;

/**
 * Collects usages of deprecated or removed versions. Equal usages are merged, with their count and the time of the last
 * one.
 */
export class UsageCollector {
  readonly #usages = new Map<string, Usage>();
  readonly #hidden = new Set<string>();
  #more = 0;
  /** Number of examined objects. */
  objects = 0;

  add(usage: Usage): void {
    const { evidence, apiVersion, kind, namespace = "", name = "" } = usage;
    const by = usage.by?.slice(0, LONGEST_WORD);
    const key = JSON.stringify([evidence, apiVersion, kind, namespace, name, by]);
    const known = this.#usages.get(key);
    if (known === undefined && this.#usages.size >= MAX_USAGES) {
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

  /** @param sentence what could not be examined, and why */
  hide(sentence: string): void {
    if (this.#hidden.size < MAX_HIDDEN) this.#hidden.add(sentence);
  }

  /** The result, with removed versions before deprecated ones. */
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

/** Times in the same format can be compared as texts. */
const laterOf = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && b > a) ? b : a;
