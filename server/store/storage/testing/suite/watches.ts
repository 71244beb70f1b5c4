import { describe, expect, it } from "vitest";
import { put, remove, type SuiteStore, watchLog } from "./suiteStore.ts";

/** Tests the promises of `watch`: order, replay, no gaps and no repetitions, progress and ends. */
export function describeWatches(store: SuiteStore): void {
  describe("watch", () => {
    it("tells each batch at once, and only what is under the prefix", async () => {
      const seen = watchLog(store.storage, 1, "/a/");
      await Promise.all([
        store.storage.commit([put("/a/1", "1"), put("/b/1", "1"), put("/a/2", "1")]),
        store.storage.commit([remove("/a/1")]),
      ]);
      await store.commit(put("/b/2", "1"));
      await seen.upTo(3);
      expect(seen.batches.flat().map(({ type, key, revision }) => `${revision} ${type} ${key}`)).toEqual([
        "2 put /a/1",
        "2 put /a/2",
        "3 delete /a/1",
      ]);
      for (const batch of seen.batches) {
        // Revisions are never split.
        if (batch.some(({ revision }) => revision === 2)) {
          expect(batch.filter(({ revision }) => revision === 2)).toHaveLength(2);
        }
      }
    });

    it("tells the new state, the same live and from history", async () => {
      const live = watchLog(store.storage, 1);
      await store.commit(put("/a", "1"));
      await store.commit(put("/a", "2"));
      await store.commit(remove("/a"));
      const expected = [
        { type: "put", key: "/a", revision: 2, kv: { key: "/a", value: "1", createRevision: 2, modRevision: 2 } },
        { type: "put", key: "/a", revision: 3, kv: { key: "/a", value: "2", createRevision: 2, modRevision: 3 } },
        { type: "delete", key: "/a", revision: 4 },
      ];
      expect((await live.upTo(4)).events).toEqual(expected);
      expect((await watchLog(store.storage, 1).upTo(4)).events).toEqual(expected);
    });

    it("passes attachments by reference", async () => {
      const [one, two] = [{ n: 1 }, { n: 2 }];
      const seen = watchLog(store.storage, 1);
      await Promise.all([
        store.storage.commit([{ ...put("/a", "1"), attachment: one }]),
        store.storage.commit([{ ...put("/a", "2"), attachment: two }]),
      ]);
      const { events } = await seen.upTo(3);
      expect(
        events.map((event) => event.type === "put" && event.kv.attachment === [one, two][event.revision - 2]),
      ).toEqual([true, true]);
    });

    it("replays a long history, then goes on without a gap or a repetition", async () => {
      for (let i = 0; i < 1200; i++) {
        void store.storage.commit([
          put(`/a/${i % 7}`, String(i)),
          // A key that all batches share keeps them in order.
          put("/b/turn", "other"),
          put(`/a/x${i % 5}`, String(i)),
        ]);
      }
      const last = await store.commit(put("/b/turn", "last"));
      const seen = watchLog(store.storage, 101, "/a/");
      const live = await store.commit(put("/a/0", "live"));
      await seen.upTo(live);
      seen.close();
      await store.commit(put("/a/0", "after close"));
      expect(await seen.over()).toEqual({ reason: "closed" });
      const revisions = Array.from({ length: last - 102 }, (_, i) => 102 + i);
      expect(seen.events.map(({ revision }) => revision)).toEqual([
        ...revisions.flatMap((revision) => [revision, revision]),
        live,
      ]);
      const values = seen.events.map((event) => (event.type === "put" ? event.kv.value : ""));
      expect(values.slice(0, 4)).toEqual(["100", "100", "101", "101"]);
      expect(values.at(-1)).toBe("live");
    });

    it("from a future revision skips what comes before it", async () => {
      const seen = watchLog(store.storage, 3);
      for (let i = 0; i < 4; i++) await store.commit(put("/a", String(i)));
      expect((await seen.upTo(5)).events.map(({ revision }) => revision)).toEqual([4, 5]);
    });

    it("says nothing about a batch that failed", async () => {
      const seen = watchLog(store.storage, 1);
      await store.storage.commit([put("/a", "1"), { ...put("/b", "1"), guard: { modRevision: 7 } }]);
      const next = await store.commit(put("/c", "1"));
      expect((await seen.upTo(next)).events).toMatchObject([{ key: "/c" }]);
    });

    it("tells progress when it is asked for, also of revisions that changed nothing under its prefix", async () => {
      const seen = watchLog(store.storage, 1, "/a/");
      const revision = await store.commit(put("/b", "1"));
      seen.requestProgress();
      await seen.until(({ progress }) => (progress.at(-1) ?? 0) >= revision);
      expect(seen.events).toEqual([]);
    });

    it("gives each watch its own stream, which others neither hold up nor end", async () => {
      const [first, second] = [store.storage.watch({ prefix: "/", after: 1 }), watchLog(store.storage, 1)];
      await store.commit(put("/a", "1"));
      first.close();
      await store.commit(put("/a", "2"));
      expect((await second.upTo(3)).events).toHaveLength(2);
    });

    it("ends with the store", async () => {
      const seen = watchLog(store.storage, 1);
      await seen.upTo(await store.commit(put("/a", "1")));
      await store.storage.close();
      expect(await seen.over()).toEqual({ reason: "closed" });
      expect(seen.events).toHaveLength(1);
    });
  });

  describe("time to live", () => {
    it("deletes a key when its time is over, and tells it", async () => {
      const seen = watchLog(store.storage, 1);
      await store.commit({ ...put("/short", "1"), timeToLive: 1 }, put("/long", "1"));
      await store.commit({ ...put("/kept", "1"), timeToLive: 1 });
      await store.commit(put("/kept", "2"));
      await store.passTime(1000);
      await seen.until(({ events }) => events.some(({ type, key }) => type === "delete" && key === "/short"));
      expect(await store.keys("/")).toEqual(["/kept", "/long"]);
    });
  });
}
