import { describe, expect, it } from "vitest";
import { put, readAll, watchLog } from "../testing/suite/suiteStore.ts";
import { etcdScene, write } from "./testing/etcdScene.ts";

const scene = etcdScene();

describe("etcd's limits", () => {
  it("do not prevent reads of ranges that are long or large", async () => {
    const [member] = await scene.members(1);
    if (member === undefined) return expect.unreachable();
    const storage = await scene.store([member]);
    const key = (n: number) => `/many/${String(n).padStart(5, "0")}`;
    for (let i = 0; i < 20_000; ) {
      const batches = Array.from({ length: 16 }, () =>
        Array.from({ length: 125 }, () => put(key(i++), "x".repeat(100))),
      );
      await Promise.all(batches.map((batch) => storage.commit(batch)));
    }
    const { items } = await readAll(storage, { prefix: "/many/" });
    expect(items.map((item) => item.key)).toEqual(Array.from({ length: 20_000 }, (_, i) => key(i)));
    expect(await storage.count({ prefix: "/many/", after: key(9) })).toBe(19_990);
    for (let i = 0; i < 12; i++) await write(storage, `/large/${i}`, String(i % 10).repeat(1024 * 1024));
    const large = await storage.range({ prefix: "/large/" });
    expect(large).toMatchObject({ more: false });
    expect(large.items.map(({ value }) => value.length)).toEqual(Array.from({ length: 12 }, () => 1024 * 1024));
    // etcd writes its file with a short delay, and only then reports its size.
    await expect.poll(() => storage.size()).toBeGreaterThan(12 * 1024 * 1024);
  });

  it("do not split revisions that a watch receives in fragments", async () => {
    const [member] = await scene.members(1);
    if (member === undefined) return expect.unreachable();
    const storage = await scene.store([member]);
    const live = watchLog(storage, 1);
    for (let round = 0; round < 12; round++) {
      await storage.commit(Array.from({ length: 9 }, (_, i) => put(`/a/${i}`, String(round % 10).repeat(100_000))));
    }
    for (const seen of [live, watchLog(storage, 1)]) {
      await seen.upTo(13);
      expect(seen.events.map(({ revision }) => revision)).toEqual(
        Array.from({ length: 12 * 9 }, (_, i) => 2 + Math.floor(i / 9)),
      );
      for (const batch of seen.batches) expect(batch.length % 9).toBe(0);
    }
  });

  it("on transactions and values are reported as errors, and nothing is stored", async () => {
    const [member] = await scene.members(1);
    if (member === undefined) return expect.unreachable();
    const storage = await scene.store([member]);
    const tooMany = Array.from({ length: 129 }, (_, i) => put(`/a/${i}`, "1"));
    await expect(storage.commit(tooMany)).rejects.toMatchObject({
      outcome: "nothing",
      message: expect.stringContaining("too many operations"),
    });
    await expect(write(storage, "/large", "x".repeat(2_000_000))).rejects.toMatchObject({
      outcome: "nothing",
      message: expect.stringContaining("too large"),
    });
    expect(await storage.currentRevision()).toBe(1);
  });

  it("on space are reported as a full store", async () => {
    const [member] = await scene.members(1, { flags: ["--quota-backend-bytes=2000000"] });
    if (member === undefined) return expect.unreachable();
    const storage = await scene.store([member]);
    expect(await storage.writable()).toBe(true);
    const fill = async (): Promise<void> => {
      // Data that is not in etcd's file yet is not counted: several writes fit beyond the quota.
      for (let i = 0; i < 400; i++) await write(storage, `/a/${i}`, "x".repeat(500_000));
    };
    await expect(fill()).rejects.toMatchObject({ fault: "full", outcome: "nothing" });
    expect(await storage.writable()).toBe(false);
    expect(await storage.healthy()).toBe(true);
    expect(await storage.get("/a/0")).toMatchObject({ modRevision: 2 });
  });
});
