import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ManualTimers, manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import type { Timers } from "../../../ground/timing/timers.ts";
import type { Storage } from "../storage.ts";
import { describeCommits } from "./suite/commits.ts";
import { describeReads } from "./suite/reads.ts";
import { put, readAll, type SuiteStore } from "./suite/suiteStore.ts";
import { describeWatches } from "./suite/watches.ts";

/**
 * The clock and timers that the suite sets itself. A store that lives elsewhere has its own for keys that live for a time only.
 */
export interface SuiteClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly timers: Timers;
}

/** How the suite gets an empty store. */
export type OpenStorage = (clock: SuiteClock) => Promise<Storage>;

/**
 * The tests that every engine has to pass: what the {@link Storage} interface promises, and nothing of how it is done.
 *
 * @example describeStorage("etcd", ({ now }) => openEtcdStorage({ ..., now }));
 */
export function describeStorage(name: string, openStorage: OpenStorage): void {
  describe(`${name}: the Storage interface`, () => {
    let storage: Storage;
    let timers: ManualTimers;
    const store: SuiteStore = {
      time: 0,
      get storage() {
        return storage;
      },
      async commit(...operations) {
        const result = await storage.commit(operations);
        if (!result.ok) throw new Error(`guard ${result.failed} did not hold`);
        return result.revision;
      },
      async passTime(milliseconds) {
        store.time += milliseconds;
        timers.advance(milliseconds);
      },
      async keys(prefix, revision) {
        const { items } = await readAll(storage, revision === undefined ? { prefix } : { prefix, revision });
        return items.map(({ key }) => key);
      },
    };

    beforeEach(async () => {
      store.time = 1_000_000;
      timers = manualTimers();
      storage = await openStorage({ now: () => store.time, timers });
    });
    afterEach(() => storage.close());

    describeCommits(store);
    describeReads(store);
    describeWatches(store);

    it("refuses everything once closed, after finishing what was under way", async () => {
      const last = storage.commit([put("/a", "1")]);
      await storage.close();
      expect(await last).toEqual({ ok: true, revision: 2 });
      await expect(storage.get("/a")).rejects.toThrow("closed");
      await expect(storage.commit([put("/a", "2")])).rejects.toThrow("closed");
      expect(() => storage.watch({ prefix: "/", after: 1 })).toThrow("closed");
      await storage.close();
    });
  });
}
