import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FrameSink, isStream } from "../../../ground/request/context.ts";
import { nextTurn } from "../../../ground/turns/turns.ts";
import { withResourceVersion } from "../../../store/cache/cachedObject.ts";
import { openTestServices, type TestServices, testContext } from "../../../testing/testServices.ts";
import { watch } from "./watch.ts";

let services: TestServices;
const failures: unknown[] = [];
beforeEach(async () => {
  failures.length = 0;
  services = await openTestServices({ bookmarkInterval: 1000, onFollowerError: (error) => failures.push(error) });
});
afterEach(async () => {
  vi.useRealTimers();
  await services.close();
});

/** A sink that accepts a number of frames, and then is too slow. */
function fakeSink(capacity = Number.POSITIVE_INFINITY) {
  const gone = new AbortController();
  const frames: { type: string; object: { metadata: { name?: string; resourceVersion: string } } }[] = [];
  const sink = {
    signal: gone.signal,
    ended: 0,
    write(frame: Uint8Array): boolean {
      frames.push(JSON.parse(Buffer.from(frame).toString()));
      return frames.length < capacity;
    },
    drained: () => undefined as Promise<void> | undefined,
    end(): void {
      sink.ended += 1;
    },
  };
  return { sink, frames, leave: () => gone.abort() };
}

/**
 * Stores a config map. Watches have been notified when this resolves: on a busy machine, some are notified in later
 * turns.
 */
async function put(name: string, data?: Record<string, string>): Promise<number> {
  const key = services.resource("", "v1", "configmaps").key("a", name);
  const object = { kind: "ConfigMap", apiVersion: "v1", metadata: { name, namespace: "a" }, data };
  const result = await services.store.commit([{ type: "put", key, value: JSON.stringify(object) }]);
  if (!result.ok) throw new Error("guards were not asked for");
  for (let turns = 0; turns < 2; turns++) await nextTurn();
  return result.revision;
}

/** Starts a watch. Resolves after its initial events, some of which come in later turns on a busy machine. */
async function start(query: string, peer: { readonly sink: FrameSink }): Promise<void> {
  const context = testContext("GET", `/api/v1/namespaces/a/configmaps?watch=true&${query}`);
  const answer = await watch(services, context, services.target(context));
  if (!isStream(answer)) throw new Error("no stream");
  answer.stream(peer.sink);
  for (let turns = 0; turns < 2; turns++) await nextTurn();
}

describe("watch", () => {
  it("ends with an error of its own when an object cannot be shown, and other watches go on", async () => {
    const [selecting, other] = [fakeSink(), fakeSink()];
    await start(`resourceVersion=${services.hub.revision}`, other);
    const resource = services.resource("", "v1", "configmaps");
    const show = vi.spyOn(resource, "fromStorage").mockImplementationOnce(() => {
      throw new Error("a secret of the inside");
    });
    await start(`resourceVersion=${services.hub.revision}&labelSelector=a%3Db`, selecting);
    await start(`resourceVersion=${services.hub.revision}`, other);
    await put("a");
    await put("b");
    show.mockRestore();
    const ends = [selecting, other].map(({ sink }) => sink.ended);
    expect(ends).toEqual([0, 1]);
    const error = other.frames.find(({ type }) => type === "ERROR");
    expect(error?.object).toMatchObject({ kind: "Status", code: 500, reason: "InternalError" });
    expect(JSON.stringify(error)).not.toContain("secret");
    expect(other.frames.filter(({ type }) => type === "ADDED")).toHaveLength(2);
    expect(failures.map(String)).toEqual(["Error: a secret of the inside"]);
  });

  it("ends with an error when a bookmark cannot be made", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const peer = fakeSink();
    peer.sink.write = vi.fn(peer.sink.write).mockImplementationOnce(() => {
      throw new Error("broken");
    });
    await start(`resourceVersion=${services.hub.revision}&allowWatchBookmarks=true`, peer);
    vi.advanceTimersByTime(1000);
    expect(peer.frames.map(({ type }) => type)).toEqual(["ERROR"]);
    expect(peer.sink.ended).toBe(1);
    expect(failures).toHaveLength(1);
  });

  it("tells what happens while a large object is encoded after it, in order and once", async () => {
    const peers = [fakeSink(), fakeSink()];
    for (const peer of peers) await start(`resourceVersion=${services.hub.revision}`, peer);
    const large = Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => [`k${i}`, ""]));
    await put("before");
    await put("large", large);
    for (const name of ["a", "b"]) await put(name);
    await vi.waitFor(() => expect(peers.map(({ frames }) => frames.length)).toEqual([4, 4]), { timeout: 10_000 });
    await put("after");
    for (const { frames } of peers) {
      expect(frames.map(({ object }) => object.metadata.name)).toEqual(["before", "large", "a", "b", "after"]);
    }
    const late = fakeSink();
    await start("", late);
    await vi.waitFor(() => expect(late.frames).toHaveLength(5), { timeout: 10_000 });
    expect(late.frames.map(({ object }) => object.metadata.name)).toEqual(["a", "after", "b", "before", "large"]);
    expect(failures).toEqual([]);
  });

  it("ends the stream of a peer that is too slow, and forgets it", async () => {
    const peer = fakeSink(2);
    await start(`resourceVersion=${services.hub.revision}`, peer);
    await put("a");
    expect(peer.sink.ended).toBe(0);
    await put("b");
    expect(peer.sink.ended).toBe(1);
    await put("c");
    expect(peer.frames.map(({ object }) => object.metadata.name)).toEqual(["a", "b"]);
    expect(peer.sink.ended).toBe(1);
  });

  it("stops among the initial events too", async () => {
    for (const name of ["a", "b", "c"]) await put(name);
    const peer = fakeSink(1);
    await start("", peer);
    expect([peer.frames.length, peer.sink.ended]).toEqual([1, 1]);
  });

  it("stops when the peer has gone", async () => {
    const peer = fakeSink();
    await start(`resourceVersion=${services.hub.revision}`, peer);
    await put("a");
    peer.leave();
    await put("b");
    expect([peer.frames.length, peer.sink.ended]).toEqual([1, 1]);
  });

  it("serves no client that left before it began", async () => {
    await put("a");
    const peer = fakeSink();
    peer.leave();
    await start("", peer);
    await put("b");
    expect([peer.frames.length, peer.sink.ended]).toEqual([0, 1]);
  });

  it.each([
    ["among what it missed", "resourceVersion=1&"],
    ["among the initial events", ""],
    ["at their bookmark", "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&"],
  ])("starts no clock for a peer that was cut off %s", async (_case, query) => {
    await put("a");
    await put("b");
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
    const peer = fakeSink(query.startsWith("send") ? 3 : 1);
    await start(`${query}allowWatchBookmarks=true`, peer);
    expect([peer.sink.ended, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it("begins with a state as new as was asked for, or says why not", async () => {
    const peer = fakeSink();
    const initial = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion";
    await start(`${initial}=${services.hub.revision + 5}`, peer);
    expect(peer.sink.ended).toBe(1);
    expect(peer.frames).toMatchObject([
      { type: "ERROR", object: { code: 504, reason: "Timeout", details: { retryAfterSeconds: 1 } } },
    ]);
    await put("a");
    const current = fakeSink();
    await start(`${initial}=${services.hub.revision}`, current);
    expect(current.frames.map(({ type }) => type)).toEqual(["ADDED"]);
    current.leave();
  });

  it("sends bookmarks in between, at the version everything was seen up to", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
    const peer = fakeSink();
    await start(`resourceVersion=${services.hub.revision}&allowWatchBookmarks=true`, peer);
    const silent = fakeSink();
    await start(`resourceVersion=${services.hub.revision}`, silent);
    vi.advanceTimersByTime(1000);
    vi.advanceTimersByTime(1000);
    expect(peer.frames.map(({ type }) => type)).toEqual(["BOOKMARK", "BOOKMARK"]);
    expect(peer.frames[0]?.object.metadata.resourceVersion).toBe(String(services.hub.revision));
    expect(silent.frames).toEqual([]);
    peer.leave();
    vi.advanceTimersByTime(5000);
    expect(peer.frames).toHaveLength(2);
  });

  it("ends after its timeout, or within the hour", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
    const short = fakeSink();
    const long = fakeSink();
    await start("timeoutSeconds=5", short);
    await start("", long);
    vi.advanceTimersByTime(5000);
    expect([short.sink.ended, long.sink.ended]).toEqual([1, 0]);
    vi.advanceTimersByTime(3_600_000);
    expect(long.sink.ended).toBe(1);
  });

  it("encodes an event once for all watchers of one form", async () => {
    const peers = [fakeSink(), fakeSink()];
    const written: Uint8Array[] = [];
    for (const { sink } of peers) {
      const write = sink.write.bind(sink);
      sink.write = (frame) => {
        written.push(frame);
        return write(frame);
      };
    }
    for (const peer of peers) await start(`resourceVersion=${services.hub.revision}`, peer);
    await put("a");
    expect(written).toHaveLength(2);
    expect(written[0]).toBe(written[1]);
  });

  it("does not show objects of other namespaces whose name begins alike", async () => {
    const peer = fakeSink();
    await start(`resourceVersion=${services.hub.revision}`, peer);
    const key = services.resource("", "v1", "configmaps").key("ab", "x");
    const object = withResourceVersion({ metadata: { name: "x", namespace: "ab" } }, 0);
    await services.store.commit([{ type: "put", key, value: JSON.stringify(object) }]);
    await put("mine");
    expect(peer.frames.map(({ object }) => object.metadata.name)).toEqual(["mine"]);
  });
});

/** A sink that has room for one frame at a time, and reads one on demand. */
function unhurriedSink() {
  const peer = fakeSink();
  let resume: (() => void) | undefined;
  const full = { now: false };
  const sink = {
    ...peer.sink,
    write(frame: Uint8Array): boolean {
      full.now = true;
      return peer.sink.write(frame);
    },
    drained: (): Promise<void> | undefined =>
      full.now
        ? new Promise((resolve) => {
            resume = resolve;
          })
        : undefined,
  };
  const read = async (): Promise<void> => {
    full.now = false;
    resume?.();
    await Promise.resolve();
  };
  return { ...peer, sink, read };
}

describe("a peer that reads slowly", () => {
  const names = (peer: ReturnType<typeof unhurriedSink>): string[] =>
    peer.frames.map(({ type, object }) => `${type} ${object.metadata.name ?? ""}`.trim());

  it("gets the current state at its own pace, then what happened meanwhile, then what happens", async () => {
    for (const name of ["a", "b", "c"]) await put(name);
    const peer = unhurriedSink();
    await start("sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true", peer);
    expect(names(peer)).toEqual(["ADDED a"]);
    await put("b");
    await put("d");
    expect(names(peer)).toEqual(["ADDED a"]);
    for (let i = 0; i < 6; i++) await peer.read();
    expect(names(peer)).toEqual(["ADDED a", "ADDED b", "ADDED c", "BOOKMARK", "MODIFIED b", "ADDED d"]);
    await put("e");
    await put("f");
    expect(names(peer).slice(-2)).toEqual(["ADDED e", "ADDED f"]);
    peer.leave();
  });

  it("gets 410 when it took longer than events are kept", async () => {
    for (const name of ["a", "b"]) await put(name);
    const peer = unhurriedSink();
    await start("", peer);
    await put("c");
    services.hub.compact(services.hub.revision);
    for (let i = 0; i < 4; i++) await peer.read();
    expect(names(peer)).toEqual(["ADDED a", "ADDED b", "ERROR"]);
    expect(peer.frames.at(-1)).toMatchObject({ object: { code: 410, reason: "Expired" } });
  });

  it("is forgotten when it leaves in between", async () => {
    for (const name of ["a", "b"]) await put(name);
    const peer = unhurriedSink();
    await start("", peer);
    peer.leave();
    await peer.read();
    await put("c");
    expect(names(peer)).toEqual(["ADDED a"]);
  });
});
