import { describe, expect, it } from "vitest";
import { CompactedError, FutureRevisionError } from "../../storage.ts";
import { put, remove, type SuiteStore, watchLog } from "./suiteStore.ts";

/** Tests the promises of reads: order, paging, old revisions, compaction. */
export function describeReads(store: SuiteStore): void {
  describe("range", () => {
    it("answers the keys with a prefix in byte order", async () => {
      const unsorted = ["/p/z", "/p/\uffff", "/p/😀", "/p/", "/p", "/p0", "/p/a/b", "/p/a", "/o"];
      await store.commit(...unsorted.map((key) => put(key, "1")));
      expect(await store.keys("/p/")).toEqual(["/p/", "/p/a", "/p/a/b", "/p/z", "/p/\uffff", "/p/😀"]);
      expect(await store.keys("")).toHaveLength(unsorted.length);
      expect(await store.keys("/q")).toEqual([]);
    });

    it("pages with after and limit, and counts what remains", async () => {
      await store.commit(...["a", "b", "c", "d", "e"].map((key) => put(`/k/${key}`, key)));
      await store.commit(put("/l", "beyond the prefix"));
      const page = async (after: string | undefined, limit: number) => {
        const { items, more } = await store.storage.range(
          after === undefined ? { prefix: "/k/", limit } : { prefix: "/k/", after, limit },
        );
        const rest = items.at(-1)?.key ?? after ?? "";
        const remaining = more ? await store.storage.count({ prefix: "/k/", after: rest }) : 0;
        return [items.map(({ value }) => value).join(""), remaining];
      };
      expect(await page(undefined, 2)).toEqual(["ab", 3]);
      expect(await page("/k/b", 2)).toEqual(["cd", 1]);
      expect(await page("/k/d", 2)).toEqual(["e", 0]);
      expect(await page("/k/bb", 9)).toEqual(["cde", 0]);
      expect(await page("/a", 5)).toEqual(["abcde", 0]);
      expect(await page("/k/e", 2)).toEqual(["", 0]);
      expect(await page("/z", 2)).toEqual(["", 0]);
    });

    it("pages through an old revision as if nothing had happened since", async () => {
      await store.commit(...["a", "b", "c", "d"].map((key) => put(`/k/${key}`, "old")));
      const revision = await store.storage.currentRevision();
      await store.commit(remove("/k/b"), put("/k/c", "new"), put("/k/bb", "new"), put("/k/e", "new"));
      await store.commit(put("/k/b", "back"), remove("/k/d"));
      const first = await store.storage.range({ prefix: "/k/", limit: 2, revision });
      expect(first).toMatchObject({
        revision,
        more: true,
        items: [{ key: "/k/a" }, { key: "/k/b", value: "old" }],
      });
      const second = await store.storage.range({ prefix: "/k/", limit: 2, after: "/k/b", revision });
      expect(second).toMatchObject({ revision, more: false });
      expect(await store.storage.count({ prefix: "/k/", after: "/k/b", revision })).toBe(2);
      expect(await store.storage.count({ prefix: "/k/", revision })).toBe(4);
      expect(await store.storage.count({ prefix: "/k/" })).toBe(5);
      expect(second.items.map(({ key, value }) => key + value)).toEqual(["/k/cold", "/k/dold"]);
    });

    it("tells the revision it shows", async () => {
      await store.commit(put("/a", "1"));
      expect(await store.storage.range({ prefix: "/" })).toMatchObject({ revision: 2, items: [{ key: "/a" }] });
      expect(await store.storage.range({ prefix: "/", revision: 1 })).toEqual({ revision: 1, items: [], more: false });
    });
  });

  describe("old revisions", () => {
    it("stay readable, also of keys that are gone", async () => {
      const first = await store.commit(put("/a", "1"));
      const second = await store.commit(put("/a", "2"));
      const third = await store.commit(remove("/a"));
      expect(await store.storage.get("/a", 1)).toBeUndefined();
      expect(await store.storage.get("/a", first)).toMatchObject({ value: "1", modRevision: first });
      expect(await store.storage.get("/a", second)).toMatchObject({
        value: "2",
        createRevision: first,
        modRevision: second,
      });
      expect(await store.storage.get("/a", third)).toBeUndefined();
    });

    it("of the future are refused", async () => {
      await expect(store.storage.get("/a", 2)).rejects.toThrow(FutureRevisionError);
      await expect(store.storage.range({ prefix: "/", revision: 9 })).rejects.toMatchObject({
        requested: 9,
        current: 1,
      });
      await expect(store.storage.count({ prefix: "/", revision: 9 })).rejects.toThrow(FutureRevisionError);
      await expect((async () => store.storage.assertReadable(9))()).rejects.toThrow(FutureRevisionError);
    });
  });

  describe("compact", () => {
    it("refuses what lies before, keeps what lies after", async () => {
      await store.commit(put("/a", "1"), put("/b", "1"));
      await store.commit(put("/a", "2"));
      const kept = await store.commit(remove("/b"));
      await store.commit(put("/a", "3"));
      expect(await store.storage.compact(kept)).toBe(kept);
      expect(await store.storage.assertReadable(kept)).toBeUndefined();
      await expect((async () => store.storage.assertReadable(kept - 1))()).rejects.toThrow(CompactedError);
      await expect(store.storage.get("/a", kept - 1)).rejects.toThrow(CompactedError);
      await expect(store.storage.range({ prefix: "/", revision: 2 })).rejects.toMatchObject({
        requested: 2,
        compacted: kept,
      });
      expect(await watchLog(store.storage, kept - 1).over()).toEqual({ reason: "compacted", compacted: kept });
      expect(await store.storage.get("/a", kept)).toMatchObject({ value: "2" });
      expect(await store.keys("/", kept)).toEqual(["/a"]);
      const { events } = await watchLog(store.storage, kept).upTo(kept + 1);
      expect(events).toMatchObject([{ type: "put", key: "/a", kv: { value: "3" } }]);
    });

    it("never goes back, and cannot overtake the present", async () => {
      await store.commit(put("/a", "1"));
      await store.storage.compact(2);
      expect(await store.storage.compact(1)).toBe(2);
      // Servers that share a store may have written their compaction key into it.
      const current = await store.storage.currentRevision();
      await expect(store.storage.compact(current + 1)).rejects.toThrow(FutureRevisionError);
      expect(await store.storage.get("/a")).toMatchObject({ value: "1" });
      expect(await store.commit(put("/a", "2"))).toBe(current + 1);
    });

    it("of everything leaves the latest state and the counter", async () => {
      for (let i = 0; i < 20; i++) await store.commit(put("/a", String(i)));
      expect(await store.storage.compact(await store.storage.currentRevision())).toBe(21);
      const revision = await store.storage.currentRevision();
      expect(revision).toBeGreaterThanOrEqual(21);
      expect(await store.storage.range({ prefix: "/" })).toMatchObject({ items: [{ value: "19" }], revision });
    });
  });

  describe("revisionAt", () => {
    it("finds the last revision at or before a time", async () => {
      await store.commit(put("/a", "1"));
      store.time = 2_000_000;
      await store.commit(put("/a", "2"));
      await store.commit(put("/a", "3"));
      store.time = 3_000_000;
      await store.commit(put("/a", "4"));
      expect(await store.storage.revisionAt(999_999)).toBe(1);
      expect(await store.storage.revisionAt(1_000_000)).toBe(2);
      expect(await store.storage.revisionAt(2_500_000)).toBe(4);
      expect(await store.storage.revisionAt(9_000_000)).toBe(5);
    });

    it("is not confused by a clock that goes back", async () => {
      await store.commit(put("/a", "1"));
      store.time = 500_000;
      await store.commit(put("/a", "2"));
      expect(await store.storage.revisionAt(999_999)).toBe(1);
      expect(await store.storage.revisionAt(1_000_000)).toBe(3);
    });

    it("never answers a revision that was compacted away", async () => {
      await store.commit(put("/a", "1"));
      await store.commit(put("/a", "2"));
      await store.storage.compact(3);
      expect(await store.storage.revisionAt(0)).toBe(3);
    });
  });
}
