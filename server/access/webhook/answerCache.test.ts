import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAnswerCache } from "./answerCache.ts";

/** A slow but obvious implementation: a list in order of use. */
function modelCache(now: () => number, capacity: number) {
  let entries: { key: string; value: number; until: number }[] = [];
  return {
    get(key: string) {
      const found = entries.find((entry) => entry.key === key);
      entries = entries.filter((entry) => entry !== found);
      if (found === undefined || found.until <= now()) return undefined;
      entries.push(found);
      return found.value;
    },
    set(key: string, value: number, ttl: number) {
      if (ttl <= 0) return;
      entries = [...entries.filter((entry) => entry.key !== key), { key, value, until: now() + ttl }].slice(-capacity);
    },
  };
}

const steps = fc.array(
  fc.record({
    key: fc.constantFrom("a", "b", "c", "d", "e"),
    ttl: fc.option(fc.nat(5)),
    pass: fc.nat(2),
  }),
  { maxLength: 60 },
);

describe("createAnswerCache", () => {
  it("behaves like a simple model", () => {
    fc.assert(
      fc.property(steps, (taken) => {
        let now = 0;
        const cache = createAnswerCache<number>(() => now, 3);
        const model = modelCache(() => now, 3);
        for (const [i, { key, ttl, pass }] of taken.entries()) {
          now += pass;
          if (ttl === null) expect(cache.get(key)).toBe(model.get(key));
          else for (const each of [cache, model]) each.set(key, i, ttl);
        }
      }),
    );
  });

  it("expires entries", () => {
    let now = 1000;
    const cache = createAnswerCache<string>(() => now);
    cache.set("a", "yes", 10);
    cache.set("b", "no", 5);
    cache.set("c", "never", 0);
    expect([cache.get("a"), cache.get("b"), cache.get("c"), cache.get("d")]).toEqual([
      "yes",
      "no",
      undefined,
      undefined,
    ]);
    now = 1005;
    expect([cache.get("a"), cache.get("b")]).toEqual(["yes", undefined]);
    now = 1010;
    expect(cache.get("a")).toBeUndefined();
  });

  it("forgets entries that are younger than the present, because the clock was set back", () => {
    let now = 3_600_000;
    const cache = createAnswerCache<string>(() => now);
    cache.set("a", "yes", 10);
    now = 0;
    expect(cache.get("a")).toBeUndefined();
  });

  it("bounds the size of keys and values together", () => {
    const cache = createAnswerCache<number>(() => 0);
    const long = (end: string): string => "x".repeat(10 * 1024 * 1024) + end;
    for (const [i, end] of ["a", "b", "c", "d"].entries()) cache.set(long(end), i, 10);
    expect(["a", "b", "c", "d"].map((end) => cache.get(long(end)))).toEqual([undefined, 1, 2, 3]);
    cache.set("small", 4, 10, 30 * 1024 * 1024);
    expect([cache.get(long("d")), cache.get("small")]).toEqual([undefined, 4]);
    cache.set("too large", 5, 10, 33 * 1024 * 1024);
    expect([cache.get("too large"), cache.get("small")]).toEqual([undefined, 4]);
  });

  it("evicts the least recently used entries when full", () => {
    const cache = createAnswerCache<number>(() => 0, 3);
    for (const [i, key] of ["a", "b", "c"].entries()) cache.set(key, i, 10);
    expect(cache.get("a")).toBe(0);
    cache.set("d", 3, 10);
    expect(["a", "b", "c", "d"].map((key) => cache.get(key))).toEqual([0, undefined, 2, 3]);
    cache.set("a", 7, 10);
    expect(cache.get("a")).toBe(7);
  });
});
