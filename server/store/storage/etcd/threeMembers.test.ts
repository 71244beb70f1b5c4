import { describe, expect, it } from "vitest";
import { watchLog } from "../testing/suite/suiteStore.ts";
import type { EtcdMember } from "./testing/etcdMember.ts";
import { etcdScene, write } from "./testing/etcdScene.ts";

const scene = etcdScene();

/** Tests how a cluster continues after its leader, which clients ask first, is lost in the given way. */
async function loses(lose: (member: EtcdMember) => void | Promise<void>): Promise<void> {
  const members = await scene.members(3, { flags: ["--grpc-keepalive-min-time=100ms"] });
  const leads = await Promise.all(members.map((member) => member.leads()));
  const first = members.find((_, i) => leads[i]);
  if (first === undefined) return expect.unreachable();
  const others = members.filter((member) => member !== first);
  const storage = await scene.store([first, ...others], {
    timeouts: { request: 1000, attempt: 300, connection: 200, keepalive: 200 },
  });
  const seen = watchLog(storage, 1);
  const acknowledged: string[] = [];
  const unknown = new Set<string>();
  for (let i = 0; i < 60; i++) {
    if (i === 20) await lose(first);
    try {
      await write(storage, `/a/${i}`, "1");
      acknowledged.push(`/a/${i}`);
    } catch (error) {
      expect(error).toMatchObject({ fault: "unavailable" });
      unknown.add(`/a/${i}`);
    }
  }
  expect(acknowledged.length).toBeGreaterThan(30);
  const { items } = await storage.range({ prefix: "/a/" });
  const stored = new Set(items.map(({ key }) => key));
  expect(acknowledged.filter((key) => !stored.has(key))).toEqual([]);
  expect([...stored].filter((key) => !unknown.has(key)).sort()).toEqual([...acknowledged].sort());
  await seen.upTo(await write(storage, "/last", "1"));
  expect(seen.events.map(({ key }) => key).sort()).toEqual([...stored, "/last"].sort());
}

describe("an etcd cluster of three members", () => {
  it("survives the kill of its leader", async () => {
    await loses((member) => member.kill());
  });

  it("survives a leader that hangs", async () => {
    await loses((member) => member.pause());
  });

  it("sends a watch at one member what was written at another", async () => {
    const [one, two] = await scene.members(3);
    if (one === undefined || two === undefined) return expect.unreachable();
    const [writing, watching] = [await scene.store([one]), await scene.store([two])];
    const seen = watchLog(watching, 1);
    const revision = await write(writing, "/a", "1");
    expect(await watching.currentRevision()).toBe(revision);
    seen.requestProgress();
    await seen.until(({ progress }) => progress.includes(revision));
    expect(seen.events).toMatchObject([{ key: "/a", revision }]);
  });

  it("moves a watch away from a member that has stopped sending events", async () => {
    const [silent, ...others] = await scene.members(3);
    if (silent === undefined) return expect.unreachable();
    const proxy = await scene.proxy(silent);
    const watching = await scene.store([proxy, ...others], { timeouts: { attempt: 200 } });
    const writing = await scene.store(others);
    const seen = watchLog(watching, 1);
    await seen.upTo(await write(writing, "/a", "1"));
    proxy.holdAnswers();
    const revision = await write(writing, "/a", "2");
    seen.requestProgress();
    await seen.until(({ progress }) => progress.includes(revision));
    expect(seen.events).toMatchObject([{ key: "/a" }, { key: "/a", revision }]);
  });
});
