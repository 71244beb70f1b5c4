import { expect, it } from "vitest";
import { until } from "../testing/until.ts";
import { startController } from "./controller.ts";
import { testParts } from "./testing/parts.ts";

const ONE = {
  informer: {
    follow(listener: (change: { readonly type: "added"; readonly object: { readonly metadata: object } }) => void) {
      listener({ type: "added", object: { metadata: { namespace: "shop", name: "web" } } });
      return { synced: Promise.resolve(), stop: () => undefined };
    },
  },
};

/** The delays before each next try of a key that fails so many times. */
async function delaysOf(tries: number, options: { firstDelay?: number; longestDelay?: number }): Promise<number[]> {
  const parts = testParts(0);
  const controller = startController(parts, {
    sources: [ONE as unknown as Parameters<typeof startController>[1]["sources"][number]],
    reconcile: () => Promise.reject(new Error("refused")),
    ...options,
  });
  const delays: number[] = [];
  for (let i = 0; i < tries; i++) {
    await until(() => parts.timers.pending().length === 1);
    const [delay = 0] = parts.timers.pending();
    delays.push(delay);
    parts.timers.advance(delay);
  }
  await controller.stop();
  return delays;
}

it("tries a key that fails again after the times of the reference's queues", async () => {
  expect(await delaysOf(4, {})).toEqual([5, 10, 20, 40]);
  expect((await delaysOf(19, {})).at(-1)).toBe(1_000_000);
  expect(await delaysOf(3, { firstDelay: 1000, longestDelay: 1500 })).toEqual([1000, 1500, 1500]);
});
