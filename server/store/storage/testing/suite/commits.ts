import { describe, expect, it } from "vitest";
import { create, put, remove, type SuiteStore } from "./suiteStore.ts";

/** Tests the promises of `commit`: revisions, guards, all or nothing. */
export function describeCommits(store: SuiteStore): void {
  describe("commit", () => {
    it("starts at revision 1 and grows by one per batch", async () => {
      expect(await store.storage.currentRevision()).toBe(1);
      expect(await store.storage.assertReadable(1)).toBeUndefined();
      expect(await store.commit(put("/a", "1"))).toBe(2);
      expect(await store.commit(put("/b", "1"), put("/c", "1"))).toBe(3);
      expect(await store.storage.currentRevision()).toBe(3);
    });

    it("remembers the creating and the changing revision, anew after a delete", async () => {
      const created = await store.commit(put("/a", "1"));
      const changed = await store.commit(put("/a", "2"));
      expect(await store.storage.get("/a")).toEqual({
        key: "/a",
        value: "2",
        createRevision: created,
        modRevision: changed,
      });
      await store.commit(remove("/a"));
      expect(await store.storage.get("/a")).toBeUndefined();
      const again = await store.commit(put("/a", "3"));
      expect(await store.storage.get("/a")).toMatchObject({ createRevision: again, modRevision: again });
    });

    it("keeps text exactly", async () => {
      const value = JSON.stringify({ text: 'ü€😀\u0000\ud800 "\\', long: "x".repeat(100_000) });
      await store.commit(put("/ü/😀/'\"%", value));
      expect((await store.storage.get("/ü/😀/'\"%"))?.value).toBe(value);
      await store.commit(put("/empty", ""));
      expect((await store.storage.get("/empty"))?.value).toBe("");
    });

    it("keeps bytes exactly, and text beside them", async () => {
      const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i + 0x6b) & 0xff);
      await store.commit(put("/bytes", bytes), put("/text", "k8s: text"));
      const read = (await store.storage.get("/bytes"))?.value;
      expect(read).toBeInstanceOf(Uint8Array);
      expect(Buffer.from(read as Uint8Array).equals(bytes)).toBe(true);
      await store.commit(put("/bytes", "text now"));
      expect((await store.storage.get("/bytes"))?.value).toBe("text now");
      expect((await store.storage.get("/text"))?.value).toBe("k8s: text");
    });

    it("refuses keys and values that are no text, and the same key twice in one batch", async () => {
      await expect(store.storage.commit([put("a\0b", "1")])).rejects.toThrow(TypeError);
      await expect(store.storage.commit([put("a\ud800", "1")])).rejects.toThrow(TypeError);
      await expect(store.storage.commit([put("", "1")])).rejects.toThrow(TypeError);
      await expect(store.storage.commit([put("a", "\0")])).rejects.toThrow(TypeError);
      await expect(store.storage.commit([put("a", "1"), remove("a")])).rejects.toThrow(TypeError);
      expect(await store.storage.currentRevision()).toBe(1);
    });

    it("does not take a revision for a batch that changes nothing", async () => {
      const revision = await store.commit(put("/a", "1"));
      expect(await store.storage.commit([])).toEqual({ ok: true, revision });
      expect(await store.storage.commit([remove("/none")])).toEqual({ ok: true, revision });
      expect(await store.storage.currentRevision()).toBe(revision);
      expect(await store.commit(put("/a", "1"))).toBe(revision + 1);
    });
  });

  describe("guards", () => {
    it("absent: creates once", async () => {
      await store.commit(create("/a", "1"));
      const result = await store.storage.commit([create("/a", "2")]);
      expect(result).toMatchObject({ ok: false, failed: 0, current: { key: "/a", value: "1", modRevision: 2 } });
      expect(await store.storage.currentRevision()).toBe(2);
    });

    it("modRevision: changes and deletes only the state that was seen", async () => {
      const seen = await store.commit(put("/a", "1"));
      const next = await store.commit({ ...put("/a", "2"), guard: { modRevision: seen } });
      const late = await store.storage.commit([{ ...remove("/a"), guard: { modRevision: seen } }]);
      expect(late).toMatchObject({ ok: false, failed: 0, current: { value: "2", modRevision: next } });
      await store.commit({ ...remove("/a"), guard: { modRevision: next } });
      const gone = await store.storage.commit([{ ...put("/a", "3"), guard: { modRevision: next } }]);
      expect(gone).toEqual({ ok: false, failed: 0, current: undefined });
    });

    it("one that fails stops the whole batch, and is named", async () => {
      await store.commit(put("/b", "1"));
      const result = await store.storage.commit([put("/a", "1"), create("/b", "2"), create("/c", "1")]);
      expect(result).toMatchObject({ ok: false, failed: 1, current: { key: "/b", value: "1" } });
      expect(await store.keys("/")).toEqual(["/b"]);
    });

    it("writtenAs: changes only what a write of this process left, under way or done", async () => {
      const [first, second, third, other] = [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }];
      const puts = [
        { ...create("/a", "1"), attachment: first },
        { ...put("/a", "2"), attachment: second, guard: { writtenAs: first } },
        { ...put("/a", "3"), attachment: third, guard: { writtenAs: second } },
      ];
      const results = await Promise.all(puts.map((one) => store.storage.commit([one])));
      expect(results).toMatchObject([
        { ok: true, revision: 2 },
        { ok: true, revision: 3 },
        { ok: true, revision: 4 },
      ]);
      const late = await store.storage.commit([{ ...put("/a", "late"), guard: { writtenAs: second } }]);
      expect(late).toMatchObject({ ok: false, failed: 0, current: { value: "3", modRevision: 4 } });
      const unknown = await store.storage.commit([{ ...remove("/a"), guard: { writtenAs: other } }]);
      expect(unknown).toMatchObject({ ok: false, failed: 0, current: { value: "3" } });
      const elsewhere = await store.storage.commit([{ ...put("/b", "1"), guard: { writtenAs: third } }]);
      expect(elsewhere).toEqual({ ok: false, failed: 0, current: undefined });
      await store.commit({ ...remove("/a"), guard: { writtenAs: third } });
      expect(await store.keys("/")).toEqual([]);
    });

    it("writtenAs: fails with the write that it rests on, and so does what rests on that", async () => {
      await store.commit(put("/a", "outside"));
      const [first, second, third] = [{ n: 1 }, { n: 2 }, { n: 3 }];
      const results = await Promise.all([
        store.storage.commit([{ ...create("/a", "1"), attachment: first }]),
        store.storage.commit([{ ...put("/a", "2"), attachment: second, guard: { writtenAs: first } }]),
        store.storage.commit([{ ...put("/a", "3"), attachment: third, guard: { writtenAs: second } }]),
      ]);
      const current = { key: "/a", value: "outside", modRevision: 2 };
      expect(results).toMatchObject(Array(3).fill({ ok: false, failed: 0, current }));
      expect(await store.storage.currentRevision()).toBe(2);
    });

    it("writtenAs: holds for large values as well", async () => {
      const [first, second] = [{ n: 1 }, { n: 2 }];
      const large = "x".repeat(900_000);
      const results = await Promise.all([
        store.storage.commit([{ ...create("/a", large), attachment: first }]),
        store.storage.commit([{ ...put("/a", `${large}2`), attachment: second, guard: { writtenAs: first } }]),
        store.storage.commit([{ ...put("/b", "1"), guard: { writtenAs: first } }]),
      ]);
      expect(results).toMatchObject([{ ok: true }, { ok: true }, { ok: false, current: undefined }]);
      expect((await store.storage.get("/a"))?.value).toBe(`${large}2`);
    });

    it("see the batches that came before in the same turn", async () => {
      const results = await Promise.all([
        store.storage.commit([create("/a", "first")]),
        store.storage.commit([create("/a", "second")]),
        store.storage.commit([{ ...put("/a", "third"), guard: { modRevision: 2 } }]),
        store.storage.commit([{ ...remove("/a"), guard: { modRevision: 3 } }]),
        store.storage.commit([create("/a", "fifth")]),
      ]);
      expect(results).toMatchObject([
        { ok: true, revision: 2 },
        { ok: false, failed: 0, current: { value: "first", modRevision: 2 } },
        { ok: true, revision: 3 },
        { ok: true, revision: 4 },
        { ok: true, revision: 5 },
      ]);
      expect(await store.storage.get("/a")).toMatchObject({ value: "fifth", createRevision: 5 });
    });
  });
}
