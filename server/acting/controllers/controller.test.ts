import { expect, it } from "vitest";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { manualTimers } from "../../ground/timing/testing/manualTimers.ts";
import type { Informer } from "../informers/informers.ts";
import { until } from "../testing/until.ts";
import { type ControllerParts, startController } from "./controller.ts";
import { testParts } from "./testing/parts.ts";

const COUNT = 100;
const parts = {
  vocabulary: createVocabulary(),
  timers: manualTimers(),
  now: () => 0,
  onError: (error: unknown) => {
    throw error;
  },
} as unknown as ControllerParts;

/** Delivers existing objects, and no changes. */
const informer: Pick<Informer, "follow"> = {
  follow(listen) {
    for (let i = 0; i < COUNT; i++) listen({ type: "added", object: { metadata: { name: `m${i}` } } });
    return { synced: Promise.resolve(), stop: () => undefined };
  },
};

it("yields to other work between reconciliations that never wait", async () => {
  let turns = 0;
  let running = true;
  const count = (): void => {
    turns += 1;
    if (running) setImmediate(count);
  };
  const controller = startController(parts, {
    sources: [{ informer }],
    async reconcile() {
      for (const until = performance.now() + 2; performance.now() < until; );
      return undefined;
    },
  });
  setImmediate(count);
  await controller.settled();
  running = false;
  await controller.stop();
  expect(turns).toBeGreaterThan(COUNT / 20);
});

it("starts following its sources once all its prerequisites are ready", async () => {
  const told: string[] = [];
  let provide = (): void => undefined;
  const need = new Promise<void>((resolve) => {
    provide = resolve;
  });
  const controller = startController(parts, {
    needs: [need],
    sources: [{ informer }],
    async reconcile(key) {
      told.push(key);
      return undefined;
    },
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(told).toEqual([]);
  provide();
  await controller.settled();
  expect(told).toHaveLength(COUNT);
  await controller.stop();
});

const ONE = {
  informer: {
    follow(listener: (change: { readonly type: "added"; readonly object: { readonly metadata: object } }) => void) {
      listener({ type: "added", object: { metadata: { namespace: "shop", name: "web" } } });
      return { synced: Promise.resolve(), stop: () => undefined };
    },
  },
};

/** The delays before each retry of a key that fails this many times. */
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

it("retries a failing key with the reference's backoff, capped at 30 seconds", async () => {
  expect(await delaysOf(4, {})).toEqual([5, 10, 20, 40]);
  expect((await delaysOf(15, {})).slice(-3)).toEqual([20_480, 30_000, 30_000]);
  expect(await delaysOf(3, { firstDelay: 1000, longestDelay: 1500 })).toEqual([1000, 1500, 1500]);
});

it("reads the object of a key before reconciling it", async () => {
  const order: string[] = [];
  const read = async (namespace: string, name: string): Promise<undefined> => {
    await Promise.resolve();
    order.push(`read ${namespace}/${name}`);
    return undefined;
  };
  const controller = startController(parts, {
    sources: [{ informer: { ...informer, read }, keys: () => ["default/wide"] }],
    async reconcile(key) {
      order.push(`reconcile ${key}`);
      return undefined;
    },
  });
  await controller.settled();
  await controller.stop();
  expect(order.slice(0, 2)).toEqual(["read default/wide", "reconcile default/wide"]);
});
