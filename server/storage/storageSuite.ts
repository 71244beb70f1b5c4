import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Storage } from "./storage.ts";
import { describeCommits } from "./suite/commits.ts";
import { describeReads } from "./suite/reads.ts";
import { put, type SuiteStore } from "./suite/suiteStore.ts";
import { describeWatches } from "./suite/watches.ts";

/** How the suite gets an empty store: with a clock that it sets itself. */
export type OpenStorage = (now: () => number) => Promise<Storage>;

/**
 * The tests that every engine has to pass: what the {@link Storage} interface promises, and nothing of how it is done.
 *
 * @example describeStorage("etcd", (now) => openEtcdStorage({ ..., now }));
 */
export function describeStorage(name: string, openStorage: OpenStorage): void {
  describe(`${name}: the Storage interface`, () => {
    let storage: Storage;
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
      keys: async (prefix, revision) => (await storage.range({ prefix, revision })).items.map(({ key }) => key),
    };

    beforeEach(async () => {
      store.time = 1_000_000;
      storage = await openStorage(() => store.time);
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
      expect(() => storage.watch("/", 1, () => {})).toThrow("closed");
      await storage.close();
    });
  });
}
