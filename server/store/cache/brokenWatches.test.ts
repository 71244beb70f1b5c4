import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ManualTimers, manualTimers } from "../../ground/timing/testing/manualTimers.ts";
import { createKeyLayout, objectKey } from "../storage/keyLayout.ts";
import { CompactedError, type KeyValue, type Storage, type StorageEvent, type WatchEnd } from "../storage/storage.ts";
import { WatchQueue } from "../storage/watchQueue.ts";
import { CacheHub } from "./cacheHub.ts";

const { prefixOf } = createKeyLayout();

import type { ObjectChange } from "./reader.ts";
import { seenCommits } from "./seenCommits.ts";

const pods = { group: "", resource: "pods" };
const maps = { group: "", resource: "configmaps" };
const key = (name: string, resource = pods) => objectKey(prefixOf(resource), "dev", name);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A store whose watches report changes only when the test lets them, and break when the test says so. */
function farStore() {
  const objects = new Map<string, KeyValue>();
  const watches: WatchQueue[] = [];
  let revision = 1;
  let failing = false;
  const pending: StorageEvent[] = [];
  const past: StorageEvent[] = [];
  const note = (event: StorageEvent): void => {
    pending.push(event);
    past.push(event);
  };
  const write = (name: string, value: string | undefined): number => {
    revision += 1;
    const at = key(name);
    if (value === undefined) {
      objects.delete(at);
      note({ type: "delete", key: at, revision });
      return revision;
    }
    const text = JSON.stringify({ kind: "Pod", apiVersion: "v1", metadata: { name }, value });
    const kv = { key: at, value: text, createRevision: revision, modRevision: revision };
    objects.set(at, kv);
    note({ type: "put", key: at, revision, kv });
    return revision;
  };
  const storage = {
    currentRevision: async () => revision,
    async range() {
      asked.lists += 1;
      if (failing) throw new Error("out of reach");
      return { items: [...objects.values()], revision, more: false };
    },
    watch({ after }: { after: number }) {
      if (failing) throw new Error("out of reach");
      const queue = new WatchQueue({
        onProgressRequest: (own) => {
          asked.questions += 1;
          own.push({ type: "progress", revision: asked.progress });
        },
      });
      const missed = past.filter((event) => event.revision > after);
      if (watches.push(queue) > 1 && missed.length > 0) queue.push({ type: "events", events: missed });
      return queue;
    },
    commit: async () => ({ ok: true as const, revision: write("committed", "x") }),
  } as unknown as Storage;
  const asked = { progress: 0, questions: 0, lists: 0 };
  return {
    storage,
    asked,
    write,
    watches: () => watches.length,
    revision: () => revision,
    fail: (now: boolean) => {
      failing = now;
    },
    /** Sends the pending changes to the latest watch. */
    tell: () => watches.at(-1)?.push({ type: "events", events: pending.splice(0) }),
    /** Drops the changes that were not sent yet, and ends the watch. */
    break(end: WatchEnd) {
      pending.length = 0;
      watches.at(-1)?.end(end);
    },
  };
}

describe("caches over a remote store", () => {
  let far: ReturnType<typeof farStore>;
  let hub: CacheHub;
  let timers: ManualTimers;
  const interruptions: WatchEnd[] = [];
  beforeEach(async () => {
    interruptions.length = 0;
    far = farStore();
    timers = manualTimers();
    hub = new CacheHub(far.storage, {
      now: () => 0,
      retention: 1000,
      timers,
      onFollowerError: (error) => {
        throw error;
      },
      onInterrupted: (end) => interruptions.push(end),
    });
    far.write("a", "1");
    far.write("b", "1");
    await hub.start();
  });
  afterEach(() => hub.stop());
  const names = (): string[] => [...hub.list(pods)].map(({ metadata }) => metadata.name ?? "");

  it("become fresh once they show everything that was stored at the time of the request", async () => {
    far.write("c", "1");
    const fresh = hub.fresh();
    await turn();
    expect(names()).toEqual(["a", "b"]);
    far.tell();
    await fresh;
    expect(names()).toEqual(["a", "b", "c"]);
  });

  it("fail a fresh read as unavailable rather than return stale state", async () => {
    vi.useFakeTimers();
    try {
      far.write("c", "1");
      const refused = expect(hub.fresh()).rejects.toMatchObject({ fault: "unavailable" });
      await vi.advanceTimersByTimeAsync(10_000);
      await refused;
    } finally {
      vi.useRealTimers();
    }
  });

  it("request a progress notification when nothing changed in their range", async () => {
    const revision = far.write("c", "1");
    far.break({ reason: "overrun" });
    await turn();
    far.asked.progress = revision;
    await hub.fresh();
    expect(hub.revision).toBe(revision);
  });

  it("resolve a commit only once they show it", async () => {
    const steps: string[] = [];
    const done = seenCommits(far.storage, hub)
      .commit([])
      .then(() => steps.push("committed"));
    await turn();
    steps.push("told");
    far.tell();
    await done;
    expect(steps).toEqual(["told", "committed"]);
    expect(names()).toContain("committed");
  });

  it("request progress after a commit only when the watch does not deliver it within 100 ms", async () => {
    vi.useFakeTimers();
    try {
      const put = { type: "put", key: key("committed"), value: "{}" } as const;
      const store = seenCommits(far.storage, hub);
      const told = store.commit([put]);
      await vi.advanceTimersByTimeAsync(99);
      far.tell();
      await told;
      await vi.advanceTimersByTimeAsync(1000);
      expect(far.asked.questions).toBe(0);
      const silent = store.commit([put]);
      await vi.advanceTimersByTimeAsync(99);
      expect(far.asked.questions).toBe(0);
      far.asked.progress = far.revision();
      await vi.advanceTimersByTimeAsync(1);
      await silent;
      expect(far.asked.questions).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  const changed = (): { readonly objects: string[]; readonly missed: number[]; readonly events: string[] } => {
    const heard = { objects: [] as string[], missed: [] as number[], events: [] as string[] };
    hub.follow(pods, ({ type, object }: ObjectChange) => heard.objects.push(`${type} ${object.metadata.name}`));
    hub.cache(pods).follow({
      onEvent: (event) => heard.events.push(`${event.type} ${event.key.split("/").at(-1)}`),
      onMissed: (revision) => heard.missed.push(revision),
    });
    return heard;
  };

  it.each<WatchEnd>([{ reason: "failed", error: new Error("cut off") }, { reason: "overrun" }])(
    "resume a broken watch: $reason",
    async (end) => {
      const heard = changed();
      far.write("a", "2");
      far.write("b", undefined);
      const revision = far.write("c", "1");
      far.break(end);
      await turn();
      expect(interruptions).toEqual([end]);
      expect(names()).toEqual(["a", "c"]);
      expect([hub.revision, far.asked.lists, heard.missed]).toEqual([revision, 1, []]);
      expect(heard.events).toEqual(["MODIFIED a", "DELETED b", "ADDED c"]);
      expect(hub.cache(pods).window.since(revision - 1)).toHaveLength(1);
    },
  );

  it("reload all objects when the watch's start revision has been compacted", async () => {
    const heard = changed();
    const others: number[] = [];
    hub.cache(maps).follow({ onEvent: () => {}, onMissed: (revision) => others.push(revision) });
    far.write("a", "2");
    far.write("b", undefined);
    const revision = far.write("c", "1");
    far.break({ reason: "compacted", compacted: 99 });
    await turn();
    expect(names()).toEqual(["a", "c"]);
    expect(hub.revision).toBe(revision);
    // A follower of objects is notified of the differences; a follower that needs every event learns that some are
    // missing, in resources where events were missed.
    expect(heard.objects.sort()).toEqual(["added c", "deleted b", "modified a"]);
    expect([heard.missed, heard.events, others]).toEqual([[revision], [], []]);
    expect(hub.cache(pods).window.since(revision - 1)).toBeUndefined();
    expect(hub.cache(pods).window.since(revision)).toEqual([]);
    expect(hub.cache(maps).window.since(3)).toEqual([]);
    // Following continues.
    far.write("d", "1");
    far.tell();
    await turn();
    expect(names()).toEqual(["a", "c", "d"]);
  });

  it("apply the differences of a reload in time slices, and show the new revision only once all are applied", async () => {
    const before = hub.revision;
    hub.follow(pods, () => {
      for (const until = performance.now() + 2; performance.now() < until; );
    });
    const all = Array.from({ length: 40 }, (_, i) => `x${i}`);
    for (const name of all) far.write(name, "1");
    far.break({ reason: "compacted", compacted: 99 });
    let partial = 0;
    while (hub.revision === before) {
      await turn();
      const some = names().length > 2 && hub.revision === before;
      if (!some) continue;
      partial += 1;
      // No watch can begin with some of the changes missing.
      expect(hub.cache(pods).window.since(before)).toBeUndefined();
    }
    expect(partial).toBeGreaterThan(1);
    expect([names().length, hub.revision]).toEqual([all.length + 2, far.revision()]);
  });

  it("retry with increasing backoff while the store is unreachable", async () => {
    far.fail(true);
    far.break({ reason: "failed", error: new Error("cut off") });
    await turn();
    expect(timers.pending()).toEqual([50]);
    timers.advance(50);
    await turn();
    expect(timers.pending()).toEqual([100]);
    far.fail(false);
    far.write("c", "1");
    timers.advance(100);
    await turn();
    expect(names()).toEqual(["a", "b", "c"]);
    expect(timers.pending()).toEqual([]);
  });

  it("back off when watches break before they deliver any event", async () => {
    for (const pause of [0, 50, 100, 200]) {
      far.break({ reason: "failed", error: new Error("cut off") });
      await turn();
      expect(timers.pending()).toEqual(pause === 0 ? [] : [pause]);
      timers.advance(pause);
      await turn();
    }
    expect(far.watches()).toBe(5);
  });

  it("read nothing after they have stopped", async () => {
    hub.stop();
    far.break({ reason: "failed", error: new Error("cut off") });
    await turn();
    expect(far.watches()).toBe(1);
    expect(interruptions).toEqual([]);
  });
});

it("a cache's initial list restarts when its revision is compacted between two pages, a limited number of times", async () => {
  const far = farStore();
  for (const name of ["a", "b"]) far.write(name, "1");
  let forgotten = 0;
  let forgets = 2;
  const paged = {
    ...far.storage,
    async range({ after, revision }: { after?: string; revision?: number }) {
      if (revision !== undefined && forgotten < forgets) {
        forgotten += 1;
        far.write("b", `${forgotten + 1}`);
        throw new CompactedError(revision, far.revision());
      }
      const { items } = await far.storage.range({ prefix: "" });
      const [first, second] = items;
      return after === undefined
        ? { items: [first], revision: far.revision(), more: true }
        : { items: [second], revision, more: false };
    },
  } as unknown as Storage;
  const options = { now: () => 0, retention: 1000, onFollowerError: () => undefined };
  const hub = new CacheHub(paged, options);
  await hub.start();
  expect([...hub.list(pods)].map((pod) => pod["value"])).toEqual(["1", "3"]);
  hub.stop();
  forgets = Number.POSITIVE_INFINITY;
  await expect(new CacheHub(paged, options).start()).rejects.toThrow(CompactedError);
});
