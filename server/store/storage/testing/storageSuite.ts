import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ManualTimers, manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import type { Timers } from "../../../ground/timing/timers.ts";
import type { Storage } from "../storage.ts";
import { describeCommits } from "./suite/commits.ts";
import { describeReads } from "./suite/reads.ts";
import { put, readAll, type SuiteStore } from "./suite/suiteStore.ts";
import { describeWatches } from "./suite/watches.ts";

/** The clock and timers that the suite controls. A remote store uses its own clock for the time to live of keys. */
export interface SuiteClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly timers: Timers;
}

/** Opens an empty store for a test of the suite. */
export type OpenStorage = (clock: SuiteClock) => Promise<Storage>;

/**
 * The tests that every engine must pass: they check the promises of the {@link Storage} interface, independent of the
 * implementation.
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
