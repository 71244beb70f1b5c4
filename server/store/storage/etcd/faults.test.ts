import { describe, expect, it } from "vitest";
import type { Storage, StorageEvent } from "../storage.ts";
import { create, watchLog } from "../testing/suite/suiteStore.ts";
import { etcdScene, write } from "./testing/etcdScene.ts";

const scene = etcdScene();

/** The values of events, in order. */
const values = (events: readonly StorageEvent[]) =>
  events.map((event) => (event.type === "put" ? event.kv.value : "-"));
const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i));

/** Commits until one commit is acknowledged, however many attempts that takes. */
async function writeAtLast(storage: Storage, key: string, value: string): Promise<number> {
  for (;;) {
    try {
      return await write(storage, key, value);
    } catch (error) {
      expect(error).toMatchObject({ fault: "unavailable" });
    }
  }
}

describe("an etcd member that is killed and restarted", () => {
  it("keeps acknowledged commits, and watches continue", async () => {
    const [member] = await scene.members(1);
    if (member === undefined) return expect.unreachable();
    const storage = await scene.store([member]);
    const seen = watchLog(storage, 1);
    for (const value of numbers(20)) await write(storage, "/a", value);
    await seen.upTo(21);
    await member.kill();
    expect(await storage.healthy(200)).toBe(false);
    const read = storage.get("/a");
    await member.start();
    expect(await read).toMatchObject({ value: "19", modRevision: 21 });
    expect(await storage.healthy()).toBe(true);
    const last = await writeAtLast(storage, "/b", "after");
    await seen.upTo(last);
    expect(values(seen.events)).toEqual([...numbers(20), ...seen.events.slice(20).map(() => "after")]);
    expect(new Set(seen.events.map(({ revision }) => revision)).size).toBe(seen.events.length);
  });

  it("fails commits that cannot be sent, without storing anything", async () => {
    const [member] = await scene.members(1);
    if (member === undefined) return expect.unreachable();
    const storage = await scene.store([member], { timeouts: { request: 300, connection: 100 } });
    await member.kill();
    // The end of the connection is noticed by the first request after it.
    expect(await storage.healthy(100)).toBe(false);
    await expect(write(storage, "/a", "1")).rejects.toMatchObject({ fault: "unavailable", outcome: "nothing" });
    await expect(storage.get("/a")).rejects.toMatchObject({ fault: "unavailable" });
    await expect(storage.currentRevision()).rejects.toMatchObject({ fault: "unavailable" });
    const another = scene.store([member], { timeouts: { request: 200 } });
    await expect(another).rejects.toThrow(`no connection to etcd at ${member.url}`);
  });
});

describe("an etcd member that is paused", () => {
  it("lets commits time out with an unknown outcome, and responds again once it is resumed", async () => {
    const [member] = await scene.members(1);
    if (member === undefined) return expect.unreachable();
    const storage = await scene.store([member], { healthcheckTimeout: 100, timeouts: { request: 400, attempt: 200 } });
    const seen = watchLog(storage, 1);
    await write(storage, "/a", "before");
    await member.pause();
    await expect(write(storage, "/a", "during")).rejects.toMatchObject({ fault: "unavailable", outcome: "unknown" });
    expect(await storage.healthy()).toBe(false);
    expect(await storage.writable()).toBe(false);
    member.resume();
    await writeAtLast(storage, "/b", "after");
    await seen.until(({ events }) => events.some(({ key }) => key === "/b"));
    // Whether the commit in between was executed is unknown, but it was not executed twice.
    expect(values(seen.events.filter(({ key }) => key === "/a")).join()).toMatch(/^before(,during)?$/);
  });
});

describe("a connection that is cut", () => {
  it("during a commit leaves its outcome unknown, and the commit is not retried", async () => {
    const [member] = await scene.members(1);
    if (member === undefined) return expect.unreachable();
    const proxy = await scene.proxy(member);
    const storage = await scene.store([proxy]);
    const direct = await scene.store([member]);
    const seen = watchLog(direct, 1);
    proxy.holdAnswers();
    const lost = storage.commit([create("/a", "1")]);
    const outcome = expect(lost).rejects.toMatchObject({ fault: "unavailable", outcome: "unknown" });
    await seen.upTo(2);
    proxy.cut();
    await outcome;
    expect(await storage.commit([create("/a", "2")])).toMatchObject({
      ok: false,
      current: { value: "1", modRevision: 2 },
    });
    expect(seen.events).toHaveLength(1);
  });

  it("repeatedly makes watches neither lose nor repeat events", async () => {
    const [member] = await scene.members(1);
    if (member === undefined) return expect.unreachable();
    const proxy = await scene.proxy(member);
    const watching = await scene.store([proxy]);
    const writing = await scene.store([member]);
    const seen = watchLog(watching, 1, "/a/");
    for (const [i, value] of numbers(120).entries()) {
      const revision = await write(writing, `/a/${i % 7}`, value);
      if (i % 30 === 7) await seen.upTo(revision);
      if (i % 30 === 9) proxy.cut();
    }
    await seen.until(({ events }) => events.length >= 120);
    expect(values(seen.events)).toEqual(numbers(120));
    const progress = await write(writing, "/b", "outside");
    seen.requestProgress();
    await seen.until((all) => (all.progress.at(-1) ?? 0) >= progress);
    expect(seen.events).toHaveLength(120);
  });

  it("while others compact ends the watch with a compaction error", async () => {
    const [member] = await scene.members(1);
    if (member === undefined) return expect.unreachable();
    const proxy = await scene.proxy(member);
    const watching = await scene.store([proxy]);
    const writing = await scene.store([member]);
    const seen = watchLog(watching, 1);
    await seen.upTo(await write(writing, "/a", "1"));
    proxy.holdAnswers();
    await write(writing, "/a", "2");
    const kept = await write(writing, "/a", "3");
    expect(await writing.compact(kept)).toBe(kept);
    proxy.cut();
    expect(await seen.over()).toEqual({ reason: "compacted", compacted: kept });
    expect(values(seen.events)).toEqual(["1"]);
    await expect(watching.get("/a", kept - 1)).rejects.toMatchObject({ requested: kept - 1, compacted: kept });
  });
});

describe("compaction by several servers", () => {
  it("is done by one server, the others follow", async () => {
    const [member] = await scene.members(1);
    if (member === undefined) return expect.unreachable();
    const [one, other] = [await scene.store([member]), await scene.store([member])];
    for (const value of numbers(9)) await write(one, "/a", value);
    expect(await one.compact(5)).toBe(5);
    expect(await other.compact(6)).toBe(5);
    expect(await other.get("/a", 5)).toMatchObject({ value: "3" });
    expect(await other.compact(7)).toBe(7);
    expect(await one.compact(8)).toBe(7);
    await expect(other.get("/a", 6)).rejects.toMatchObject({ compacted: 7 });
    // A server that has just started learns it by asking.
    const third = await scene.store([member]);
    await expect(third.get("/a", 3)).rejects.toMatchObject({ requested: 3, compacted: 7 });
  });
});
