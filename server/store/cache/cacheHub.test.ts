import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { advance } from "../../../shared/steps.ts";
import { createKeyLayout, objectKey } from "../storage/keyLayout.ts";
import { openSqliteStorage } from "../storage/sqlite/sqliteStorage.ts";
import type { Storage } from "../storage/storage.ts";
import type { CacheEvent } from "./cacheEvent.ts";
import { CacheHub } from "./cacheHub.ts";

const { prefixOf } = createKeyLayout();

import { type CommittingStorage, seenCommits } from "./seenCommits.ts";

const pods = { group: "", resource: "pods" };
const roles = { group: "rbac.authorization.k8s.io", resource: "roles" };
const podKey = (namespace: string, name: string) => objectKey(prefixOf(pods), namespace, name);
const pod = (name: string, labels = {}) => ({ kind: "Pod", apiVersion: "v1", metadata: { name, uid: "u", labels } });

/** Errors thrown by followers. */
const errors: unknown[] = [];

describe("CacheHub", () => {
  let folder: string;
  let storage: Storage;
  let hub: CacheHub;
  let store: CommittingStorage;

  beforeEach(async () => {
    errors.length = 0;
    folder = mkdtempSync(join(tmpdir(), "orrery-cache-"));
    storage = await openSqliteStorage({ file: join(folder, "store.db"), syncs: false });
    hub = new CacheHub(storage, { now: () => 0, retention: 1000, onFollowerError: (error) => errors.push(error) });
    store = seenCommits(storage, hub);
  });
  afterEach(async () => {
    hub.stop();
    await storage.close();
    rmSync(folder, { recursive: true });
  });

  const put = async (key: string, value: unknown, attach = true) => {
    const result = await store.commit([
      { type: "put", key, value: JSON.stringify(value), ...(attach ? { attachment: value } : {}) },
    ]);
    if (!result.ok) throw new Error("guard failed");
    return result.revision;
  };

  it("loads the stored objects, and shows every commit before the commit resolves", async () => {
    await put(podKey("dev", "a"), pod("a"));
    await hub.start();
    expect(hub.get(pods, "dev", "a")?.metadata.name).toBe("a");
    const revision = await put(podKey("dev", "b"), pod("b"));
    expect(hub.revision).toBe(revision);
    expect(hub.get(pods, "dev", "b")?.metadata.resourceVersion).toBe(String(revision));
  });

  it("inserts resourceVersion right after the uid, both in parsed objects and in attached ones", async () => {
    await hub.start();
    for (const attach of [true, false]) {
      const revision = await put(podKey("dev", `x${attach}`), pod("x"), attach);
      const object = hub.get(pods, "dev", `x${attach}`);
      expect(Object.keys(object?.metadata ?? {})).toEqual(["name", "uid", "resourceVersion", "labels"]);
      expect(object?.metadata.resourceVersion).toBe(String(revision));
    }
  });

  it("a snapshot shows the objects as of its creation despite later changes", async () => {
    await hub.start();
    for (const name of ["a", "b", "c"]) await put(podKey("dev", name), pod(name));
    const cache = hub.cache(pods);
    const look = cache.snapshot();
    const namesOf = (objects: Iterable<{ readonly key: string }>) =>
      [...objects].map(({ key }) => key.split("/").at(-1));
    await store.commit([{ type: "delete", key: podKey("dev", "a") }]);
    await put(podKey("dev", "d"), pod("d"));
    expect(look.next().value?.key).toBe(podKey("dev", "a"));
    await store.commit([{ type: "delete", key: podKey("dev", "b") }]);
    expect(namesOf(look)).toEqual(["b", "c"]);
    expect(namesOf(cache.range())).toEqual(["c", "d"]);
  });

  it("yields between objects when the processing of each takes long", async () => {
    await hub.start();
    for (let i = 0; i < 20; i++) await put(podKey("dev", `p${i}`), pod(`p${i}`));
    const look = hub.eachInSteps(pods, undefined, () => {
      for (const until = performance.now() + 2; performance.now() < until; );
    });
    let pauses = 0;
    while (advance(look, performance.now() + 4).done !== true) pauses += 1;
    expect(pauses).toBeGreaterThan(4);
  });

  it("lists by namespace in key order and counts", async () => {
    await hub.start();
    for (const [namespace, name] of [
      ["b", "2"],
      ["a", "9"],
      ["b", "1"],
      ["a-b", "5"],
    ] as const) {
      await put(podKey(namespace, name), pod(name));
    }
    const names = (namespace?: string) => [...hub.list(pods, namespace)].map(({ metadata }) => metadata.name);
    expect(names("b")).toEqual(["1", "2"]);
    expect(names()).toEqual(["5", "9", "1", "2"]);
    const cache = hub.cache(pods);
    expect(cache.count()).toBe(4);
    expect(cache.count("b")).toBe(2);
    await store.commit([{ type: "delete", key: podKey("b", "1") }]);
    expect(cache.count("b")).toBe(1);
  });

  it("keeps the objects of different resources separate", async () => {
    await hub.start();
    await put(podKey("dev", "a"), pod("a"));
    expect([...hub.list(roles)]).toEqual([]);
    expect(hub.cache(roles).prefix).toBe("/registry/roles/");
  });

  describe("when a follower throws", () => {
    const throwing = (): never => {
      throw new Error("broken");
    };

    it("ends only that follower: other followers, other resources and waiting callers still receive every event", async () => {
      await hub.start();
      const cache = hub.cache(pods);
      const [before, behind]: number[][] = [[], []];
      const failed: unknown[] = [];
      cache.follow({ onEvent: ({ revision }) => before?.push(revision) });
      cache.follow({ onEvent: throwing, onFailed: (error) => failed.push(error) });
      cache.follow({ onEvent: throwing, onFailed: throwing });
      cache.follow({ onEvent: ({ revision }) => behind?.push(revision) });
      const waiting = hub.waitFor(hub.revision + 1, 60_000);
      const result = await store.commit([
        { type: "put", key: podKey("dev", "a"), value: "{}", attachment: pod("a") },
        { type: "put", key: `${prefixOf(roles)}dev/r`, value: "{}", attachment: pod("r") },
      ]);
      expect(await waiting).toBe(true);
      expect(hub.get(roles, "dev", "r")?.metadata.name).toBe("r");
      await put(podKey("dev", "b"), pod("b"));
      expect(result.ok && before).toEqual([hub.revision - 1, hub.revision]);
      expect(behind).toEqual(before);
      expect(failed).toHaveLength(1);
      expect(errors).toHaveLength(3);
    });

    it("restarts a failed index from the current objects, then keeps it up to date", async () => {
      await hub.start();
      const names = new Set<string>();
      let isBroken = true;
      const stop = hub.follow(
        pods,
        ({ object }) => {
          if (isBroken) throw new Error("broken");
          names.add(object.metadata.name ?? "");
        },
        () => {
          names.clear();
          for (const { metadata } of hub.list(pods)) names.add(metadata.name ?? "");
        },
      );
      await put(podKey("dev", "a"), pod("a"));
      expect([...names]).toEqual(["a"]);
      isBroken = false;
      await put(podKey("dev", "b"), pod("b"));
      expect([...names]).toEqual(["a", "b"]);
      stop();
      await put(podKey("dev", "c"), pod("c"));
      expect(names.size).toBe(2);
      expect(errors).toHaveLength(1);
    });
  });

  it("sends followers each event with the previous state of the object", async () => {
    await hub.start();
    const events: CacheEvent[] = [];
    const stop = hub.cache(pods).follow({ onEvent: (event) => events.push(event) });
    await put(podKey("dev", "a"), pod("a", { v: "1" }));
    await put(podKey("dev", "a"), pod("a", { v: "2" }));
    await store.commit([{ type: "delete", key: podKey("dev", "a") }]);
    stop();
    await put(podKey("dev", "a"), pod("a"));
    expect(events.map(({ type }) => type)).toEqual(["ADDED", "MODIFIED", "DELETED"]);
    expect(events[1]?.previous?.object.metadata.labels).toEqual({ v: "1" });
    expect(events[2]?.current.object.metadata).toMatchObject({
      labels: { v: "2" },
      resourceVersion: String(events[2]?.revision),
    });
  });

  it("yields between revisions whose followers take long, never within one revision", async () => {
    await hub.start();
    const seen: string[] = [];
    hub.cache(pods).follow({
      onEvent: ({ revision, key }) => {
        seen.push(`${revision - began}/${key.slice(-1)}`);
        setImmediate(() => seen.push("turn"));
        const until = performance.now() + 15;
        while (performance.now() < until);
      },
    });
    const began = hub.revision;
    const commits = ["ab", "cd", "ef"].map((names) =>
      store.commit(
        [...names].map((name) => ({ type: "put", key: podKey("dev", name), value: "{}", attachment: pod(name) })),
      ),
    );
    await Promise.all(commits);
    expect(seen.join(" ")).toMatch(/^1\/a 1\/b turn turn 2\/c 2\/d turn turn 3\/e 3\/f/);
    expect(hub.revision - began).toBe(3);
  });

  it("resolves a wait for a revision when it arrives, or when the wait times out", async () => {
    await hub.start();
    const next = hub.revision + 1;
    const waiting = hub.waitFor(next, 60_000);
    await put(podKey("dev", "a"), pod("a"));
    expect(await waiting).toBe(true);
    expect(await hub.waitFor(next, 0)).toBe(true);
    expect(await hub.waitFor(next + 100, 1)).toBe(false);
  });
});
