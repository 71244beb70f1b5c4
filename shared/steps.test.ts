import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sortInSteps } from "./sortInSteps.ts";
import { advance, atOnce, finished, immediately, isTurnDue, isTurnOver, type Steps } from "./steps.ts";

function* count(parts: number): Steps<number> {
  let pauses = 0;
  for (let i = 0; i < parts; i++) {
    if (!isTurnDue()) continue;
    pauses += 1;
    yield;
  }
  return pauses;
}

describe("Steps", () => {
  it("run without a pause at once", () => {
    expect(atOnce(count(10_000))).toBe(0);
    expect(immediately(count)(10_000)).toBe(0);
    expect(isTurnOver()).toBe(false);
  });

  it("pause when their time slice ends, and resume", () => {
    const steps = count(10_000);
    let pauses = 0;
    for (;;) {
      // The time is up before it starts: each check of the clock pauses.
      const step = advance(steps, 0);
      if (step.done === true) {
        expect([step.value, pauses > 100]).toEqual([pauses, true]);
        return;
      }
      pauses += 1;
    }
  });

  it("clear the deadline when they fail", () => {
    const failing = (function* (): Steps<never> {
      if (isTurnOver()) yield;
      throw new Error("broken");
    })();
    advance(failing, 0);
    expect(() => advance(failing, 0)).toThrow("broken");
    expect(isTurnOver()).toBe(false);
  });
});

describe("sortInSteps", () => {
  it("sorts like a stable list sort", () => {
    const item = fc.record({ key: fc.nat(50), at: fc.nat() });
    const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;
    fc.assert(
      fc.property(fc.array(item, { maxLength: 50 }), fc.nat(200), (items, copies) => {
        const list = Array.from({ length: copies }, (_, i) => items.map(({ key, at }) => ({ key, at: at + i }))).flat();
        expect(atOnce(sortInSteps(list, byKey))).toEqual([...list].sort(byKey));
      }),
      { numRuns: 30 },
    );
    const texts = Array.from({ length: 10_000 }, (_, i) => `${(i * 7919) % 10_000}`);
    expect(atOnce(sortInSteps(texts))).toEqual([...texts].sort());
  });
});

it("finished and stepwise results are consumed alike", () => {
  expect(atOnce(finished([1, 2]))).toEqual([1, 2]);
  expect(atOnce(finished<void>(undefined))).toBeUndefined();
  expect(atOnce(finished(count(10)))).toBe(atOnce(count(10)));
});
