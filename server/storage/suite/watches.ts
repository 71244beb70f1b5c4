import { describe, expect, it } from "vitest";
import type { StorageEvent } from "../storage.ts";
import { put, remove, type SuiteStore } from "./suiteStore.ts";

/** Tests what `watch` promises: order, replay, no gap and no repetition. */
export function describeWatches(store: SuiteStore): void {
  describe("watch", () => {
    it("delivers each batch at once, before its commit resolves", async () => {
      const seen: string[] = [];
      store.storage.watch("/a/", 1, (events) => seen.push(events.map(({ type, key }) => `${type} ${key}`).join(", ")));
      const done = store.storage
        .commit([put("/a/1", "1"), put("/b/1", "1"), put("/a/2", "1")])
        .then(() => seen.push("done"));
      await Promise.all([done, store.storage.commit([remove("/a/1")]), store.storage.commit([put("/b/2", "1")])]);
      expect(seen).toEqual(["put /a/1, put /a/2", "delete /a/1", "done"]);
    });

    it("tells the state before and after", async () => {
      const seen: StorageEvent[] = [];
      store.storage.watch("/", 1, (events) => seen.push(...events));
      await store.commit(put("/a", "1"));
      await store.commit(put("/a", "2"));
      await store.commit(remove("/a"));
      const one = { key: "/a", value: "1", createRevision: 2, modRevision: 2 };
      const two = { key: "/a", value: "2", createRevision: 2, modRevision: 3 };
      const expected = [
        { type: "put", key: "/a", revision: 2, kv: one },
        { type: "put", key: "/a", revision: 3, kv: two, previous: one },
        { type: "delete", key: "/a", revision: 4, kv: two },
      ];
      expect(seen).toEqual(expected);
      const replayed: StorageEvent[] = [];
      store.storage.watch("/", 1, (events) => replayed.push(...events)).close();
      expect(replayed).toEqual(expected);
    });

    it("passes attachments by reference, to previous states too", async () => {
      const seen: StorageEvent[] = [];
      const [one, two] = [{ n: 1 }, { n: 2 }];
      store.storage.watch("/", 1, (events) => seen.push(...events));
      await Promise.all([
        store.storage.commit([{ ...put("/a", "1"), attachment: one }]),
        store.storage.commit([{ ...put("/a", "2"), attachment: two }]),
      ]);
      await store.commit(remove("/a"));
      expect(seen.map(({ kv }) => kv.attachment)).toEqual([one, two, two]);
      expect(seen[0]?.kv.attachment).toBe(one);
      expect(seen[1]?.previous?.attachment).toBe(one);
      expect(seen[2]?.kv.attachment).toBe(two);
    });

    it("replays history in batches, then goes on without a gap or a repetition", async () => {
      for (let i = 0; i < 1200; i++) {
        void store.storage.commit([
          put(`/a/${i % 7}`, String(i)),
          put(`/b/${i}`, "other"),
          put(`/a/x${i % 5}`, String(i)),
        ]);
      }
      await store.commit(put("/b/last", "1"));
      const revisions: number[] = [];
      const values: string[] = [];
      const watch = store.storage.watch("/a/", 101, (events) => {
        revisions.push(events[0]?.revision ?? 0);
        for (const { kv } of events) values.push(kv.value);
      });
      expect(revisions).toHaveLength(1100);
      await store.commit(put("/a/0", "live"));
      watch.close();
      await store.commit(put("/a/0", "after close"));
      expect(revisions).toEqual([...Array.from({ length: 1100 }, (_, i) => 102 + i), 1203]);
      expect(values.slice(0, 4)).toEqual(["100", "100", "101", "101"]);
      expect(values.at(-1)).toBe("live");
    });

    it("from a future revision skips what comes before it", async () => {
      const seen: number[] = [];
      store.storage.watch("/", 3, (events) => seen.push(...events.map(({ revision }) => revision)));
      for (let i = 0; i < 4; i++) await store.commit(put("/a", String(i)));
      expect(seen).toEqual([4, 5]);
    });

    it("says nothing about a batch that failed", async () => {
      const seen: StorageEvent[] = [];
      store.storage.watch("/", 1, (events) => seen.push(...events));
      await store.storage.commit([put("/a", "1"), { ...put("/b", "1"), guard: { modRevision: 7 } }]);
      expect(seen).toEqual([]);
    });

    it("lets a listener open and close watches while it is called", async () => {
      const seen: string[] = [];
      let opened = false;
      const second = store.storage.watch("/", 1, (events) => seen.push(`second ${events[0]?.revision}`));
      store.storage.watch("/", 1, (events) => {
        seen.push(`first ${events[0]?.revision}`);
        second.close();
        if (opened) return;
        opened = true;
        store.storage.watch("/", 1, (inner) => seen.push(`inner ${inner[0]?.revision}`));
      });
      await Promise.all([store.storage.commit([put("/a", "1")]), store.storage.commit([put("/a", "2")])]);
      expect(seen).toEqual(["second 2", "first 2", "inner 2", "inner 3", "first 3"]);
    });
  });
}
