import { expect, it } from "vitest";
import { sideBySide } from "./sideBySide.ts";
import { isTurnSpent, nextTurn } from "./turns.ts";

it("processes all items, up to the concurrency limit at a time", async () => {
  const done: number[] = [];
  let [running, most] = [0, 0];
  await sideBySide([0, 1, 2, 3, 4, 5, 6], 3, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await nextTurn();
    done.push(item);
    running -= 1;
  });
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(most).toBe(3);
});

it("starts nothing after a failure, and rejects with the first error once the running items have ended", async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = sideBySide([0, 1, 2, 3], 2, async (item) => {
    begun.push(item);
    if (item === 0) throw new Error("zero");
    await nextTurn();
    ended.push(item);
  });
  await expect(work).rejects.toThrow("zero");
  expect({ begun, ended }).toEqual({ begun: [0, 1], ended: [1] });
});

it("yields to other work between items that do not wait", async () => {
  let turns = 0;
  const count = setInterval(() => (turns += 1), 0);
  const busy = (): void => {
    for (const until = performance.now() + 2; performance.now() < until; );
  };
  await sideBySide(Array.from({ length: 60 }), 4, async () => busy());
  clearInterval(count);
  expect(turns).toBeGreaterThan(3);
});

it("does nothing for an empty list", async () => {
  await sideBySide([], 4, () => Promise.reject(new Error("called")));
});

it("resumes all items that wait for a turn in the same turn, so that a busy event loop does not delay each one", async () => {
  let turns = 0;
  const useUp = setInterval(() => {
    turns += 1;
    while (!isTurnSpent());
  }, 0);
  await nextTurn();
  await sideBySide(Array.from({ length: 256 }), 32, () => new Promise((resolve) => setTimeout(resolve, 1)));
  clearInterval(useUp);
  expect(turns).toBeLessThan(20);
});
