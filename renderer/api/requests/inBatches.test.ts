import { expect, it } from "vitest";
import { manualFrames } from "../../testing/manualFrames.ts";
import { inBatches } from "./inBatches.ts";

it("runs a few at a time and reports each result", async () => {
  let running = 0;
  let most = 0;
  const seen: number[] = [];
  const outcomes = await inBatches(
    [1, 2, 3, 4, 5],
    async (n) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (n === 3) throw new Error("no");
    },
    (all) => seen.push(all.filter((one) => one.state !== "waiting").length),
    { width: 2 },
  );
  expect(most).toBe(2);
  expect(outcomes.map((one) => one.state)).toEqual(["done", "done", "failed", "done", "done"]);
  expect(outcomes[2]?.error?.message).toBe("no");
  expect(seen.at(-1)).toBe(5);
});

it("starts nothing after an abort", async () => {
  const abort = new AbortController();
  const outcomes = await inBatches(
    [1, 2, 3],
    async () => abort.abort(),
    () => undefined,
    {
      width: 1,
      signal: abort.signal,
    },
  );
  expect(outcomes.map((one) => one.state)).toEqual(["done", "waiting", "waiting"]);
});

it("reports many changes at once, and the last ones before it ends", async () => {
  const told: string[][] = [];
  const frames = manualFrames();
  const running = inBatches(
    [1, 2, 3],
    async () => undefined,
    (all) => told.push(all.map(({ state }) => state)),
    { width: 2, schedule: frames.schedule },
  );
  frames.run();
  expect(told).toEqual([["running", "running", "waiting"]]);
  await running;
  expect(told).toHaveLength(2);
  expect(told[1]).toEqual(["done", "done", "done"]);
});
