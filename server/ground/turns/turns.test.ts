import { expect, it } from "vitest";
import { isTurnDue, isTurnOver, type Steps } from "../../../shared/steps.ts";
import { turnFor } from "./turnFor.ts";
import { inTurns, turnIfSpent } from "./turns.ts";

/** Occupies the processor: each part takes some microseconds. */
function* work(parts: number): Steps<string> {
  let sum = 0;
  for (let part = 0; part < parts; part++) {
    if (isTurnDue()) yield;
    for (let i = 0; i < 10_000; i++) sum += i % 7;
  }
  return sum > 0 ? "done" : "";
}

/** Number of event loop turns during an operation. */
async function turnsDuring(begin: () => unknown): Promise<number> {
  // Everything that earlier work has scheduled is finished before counting begins.
  await new Promise((resolve) => setImmediate(resolve));
  let turns = 0;
  let goesOn = true;
  const count = (): void => {
    turns += 1;
    if (goesOn) setImmediate(count);
  };
  setImmediate(count);
  await begin();
  goesOn = false;
  return turns;
}

it("runs small work synchronously", async () => {
  expect(await turnsDuring(() => inTurns(work(1)))).toBe(0);
});

it("yields to other work during a large computation", async () => {
  let all: readonly string[] = [];
  const begin = async () => {
    all = await Promise.all([inTurns(work(10_000)), inTurns(work(10_000)), inTurns(work(10_000))]);
  };
  expect(await turnsDuring(begin)).toBeGreaterThan(2);
  expect(all).toEqual(["done", "done", "done"]);
});

it("yields before new work when the event loop has been blocked for long", async () => {
  // biome-ignore lint/correctness/useYield: nothing interrupts it.
  const blocking = function* (): Steps<void> {
    const end = performance.now() + 40;
    while (performance.now() < end);
  };
  const beginning = function* (): Steps<void> {
    if (isTurnOver()) yield;
  };
  expect(await turnsDuring(() => inTurns(beginning()))).toBe(0);
  const both = async (): Promise<void> => {
    await inTurns(blocking());
    await inTurns(beginning());
  };
  expect(await turnsDuring(both)).toBeGreaterThan(0);
});

it("rethrows what a computation throws", async () => {
  const failing = (function* (): Steps<never> {
    yield* work(3_000);
    throw new Error("broken");
  })();
  await expect((async () => inTurns(failing))()).rejects.toThrow("broken");
});

it("yields before work on a large value, and not before work on a small one", async () => {
  const large = [Array(5000).fill(0), { text: "x".repeat(3_000_000) }, { a: Array(2000).fill({ b: [1], c: null }) }];
  for (const value of large) expect(await turnsDuring(() => turnFor(value))).toBeGreaterThan(0);
  const small = [undefined, null, "text", {}, [1, null, 2], { a: { b: Array(100).fill(null) } }];
  for (const value of small) expect(await turnsDuring(() => turnFor(value))).toBe(0);
});

it("pauses work that also waits for other things, once its time slice is spent", async () => {
  // A separate turn.
  await new Promise((resolve) => setImmediate(resolve));
  expect(turnIfSpent()).toBeUndefined();
  const end = performance.now() + 12;
  while (performance.now() < end);
  // The turn is shared by all callers.
  const waits = [turnIfSpent(), turnIfSpent()];
  const order: string[] = [];
  setImmediate(() => order.push("other"));
  await waits[0];
  order.push("work");
  expect(turnIfSpent()).toBeUndefined();
  await waits[1];
  order.push("more work");
  expect(order).toEqual(["work", "other", "more work"]);
});

it("stops a computation when its request is aborted, and runs its cleanup", async () => {
  const request = new AbortController();
  let isTidy = false;
  let parts = 0;
  const endless = function* (): Steps<void> {
    try {
      for (;;) {
        parts += 1;
        if (isTurnOver()) yield;
      }
    } catch {
      throw new Error("taken for an error of its own");
    } finally {
      isTidy = true;
    }
  };
  const running = inTurns(endless(), request);
  await new Promise((resolve) => setImmediate(resolve));
  request.abort();
  await expect(running).rejects.toMatchObject({ status: { code: 504 } });
  const before = parts;
  await new Promise((resolve) => setImmediate(resolve));
  expect([isTidy, parts]).toEqual([true, before]);
});

it("finishes small work of an aborted request, and all work without a request", async () => {
  expect(await inTurns(work(1), { signal: AbortSignal.abort() })).toBe("done");
  expect(await inTurns(work(2000))).toBe("done");
});
