import { expect, it } from "vitest";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { manualTimers } from "../../ground/timing/testing/manualTimers.ts";
import type { Informer } from "../informers/informers.ts";
import { type ControllerParts, startController } from "./controller.ts";

const COUNT = 100;
const parts = {
  vocabulary: createVocabulary(),
  timers: manualTimers(),
  now: () => 0,
  onError: (error: unknown) => {
    throw error;
  },
} as unknown as ControllerParts;

/** Tells of objects that are there, and of no change. */
const informer: Pick<Informer, "follow"> = {
  follow(listen) {
    for (let i = 0; i < COUNT; i++) listen({ type: "added", object: { metadata: { name: `m${i}` } } });
    return { synced: Promise.resolve(), stop: () => undefined };
  },
};

it("lets others have their turns between rounds that wait for nothing", async () => {
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

it("follows its sources once everything is there that it needs", async () => {
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
