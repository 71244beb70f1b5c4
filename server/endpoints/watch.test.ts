import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withResourceVersion } from "../cache/cachedObject.ts";
import { isStream } from "../http/context.ts";
import { openTestServices, type TestServices, testContext } from "../testing/testServices.ts";
import { watch } from "./watch.ts";

let services: TestServices;
beforeEach(async () => {
  services = await openTestServices({ bookmarkInterval: 1000 });
});
afterEach(async () => {
  vi.useRealTimers();
  await services.close();
});

/** A peer that takes a number of frames, then is too slow. */
function fakeSink(patience = Number.POSITIVE_INFINITY) {
  const gone = new AbortController();
  const frames: { type: string; object: { metadata: { name?: string; resourceVersion: string } } }[] = [];
  const sink = {
    signal: gone.signal,
    ended: 0,
    write(frame: Uint8Array): boolean {
      frames.push(JSON.parse(Buffer.from(frame).toString()));
      return frames.length < patience;
    },
    end(): void {
      sink.ended += 1;
    },
  };
  return { sink, frames, leave: () => gone.abort() };
}

async function put(name: string): Promise<number> {
  const key = services.resource("", "v1", "configmaps").key("a", name);
  const object = { kind: "ConfigMap", apiVersion: "v1", metadata: { name, namespace: "a" } };
  const result = await services.storage.commit([{ type: "put", key, value: JSON.stringify(object) }]);
  if (!result.ok) throw new Error("guards were not asked for");
  return result.revision;
}

function start(query: string, peer: ReturnType<typeof fakeSink>, headers: Record<string, string> = {}): string {
  const context = testContext("GET", `/api/v1/namespaces/a/configmaps?watch=true&${query}`, { headers });
  const answer = watch(services, context, services.target(context));
  if (!isStream(answer)) throw new Error("no stream");
  answer.stream(peer.sink);
  return answer.headers["content-type"] ?? "";
}

describe("watch", () => {
  it("ends the stream of a peer that is too slow, and forgets it", async () => {
    const peer = fakeSink(2);
    start(`resourceVersion=${services.hub.revision}`, peer);
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
    start("", peer);
    expect([peer.frames.length, peer.sink.ended]).toEqual([1, 1]);
  });

  it("stops when the peer has gone", async () => {
    const peer = fakeSink();
    start(`resourceVersion=${services.hub.revision}`, peer);
    await put("a");
    peer.leave();
    await put("b");
    expect([peer.frames.length, peer.sink.ended]).toEqual([1, 1]);
  });

  it("sends bookmarks in between, at the version everything was seen up to", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
    const peer = fakeSink();
    start(`resourceVersion=${services.hub.revision}&allowWatchBookmarks=true`, peer);
    const silent = fakeSink();
    start(`resourceVersion=${services.hub.revision}`, silent);
    vi.advanceTimersByTime(1000);
    vi.advanceTimersByTime(1000);
    expect(peer.frames.map(({ type }) => type)).toEqual(["BOOKMARK", "BOOKMARK"]);
    expect(peer.frames[0]?.object.metadata.resourceVersion).toBe(String(services.hub.revision));
    expect(silent.frames).toEqual([]);
    peer.leave();
    vi.advanceTimersByTime(5000);
    expect(peer.frames).toHaveLength(2);
  });

  it("ends after its timeout, or within the hour", () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
    const short = fakeSink();
    const long = fakeSink();
    start("timeoutSeconds=5", short);
    start("", long);
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
    for (const peer of peers) start(`resourceVersion=${services.hub.revision}`, peer);
    await put("a");
    expect(written).toHaveLength(2);
    expect(written[0]).toBe(written[1]);
  });

  it("does not show objects of other namespaces whose name begins alike", async () => {
    const peer = fakeSink();
    start(`resourceVersion=${services.hub.revision}`, peer);
    const key = services.resource("", "v1", "configmaps").key("ab", "x");
    const object = withResourceVersion({ metadata: { name: "x", namespace: "ab" } }, 0);
    await services.storage.commit([{ type: "put", key, value: JSON.stringify(object) }]);
    await put("mine");
    expect(peer.frames.map(({ object }) => object.metadata.name)).toEqual(["mine"]);
  });
});
