import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { expired, notFound } from "../../../shared/status.ts";
import type { ApiClient, WatchEvent } from "../../api/client/apiClient.ts";
import type { Answer, FrameSink, RequestContext } from "../../ground/request/context.ts";
import { NEVER } from "../../ground/timing/signals.ts";
import { failure } from "../../testing/testServices.ts";
import { inProcessClient } from "./inProcessClient.ts";

const identity = { username: "controller", groups: ["g"], extra: {} };

/** A client whose requests are recorded, and answered by a function. */
function clientOf(answer: (context: RequestContext) => Answer): { client: ApiClient; seen: RequestContext[] } {
  const seen: RequestContext[] = [];
  const client = inProcessClient({
    identity,
    userAgent: "tester",
    now: () => 7,
    served: () => [],
    handler: async (context) => {
      seen.push(context);
      return answer(context);
    },
  });
  return { client, seen };
}
const json = (body: unknown, status = 200): Answer => ({ status, headers: {}, body: JSON.stringify(body) });
const object = { kind: "Pod", apiVersion: "v1", metadata: { name: "p" } };
const pods = { group: "", version: "v1", resource: "pods", namespace: "a" };
const bodyOf = async (context: RequestContext | undefined): Promise<unknown> =>
  JSON.parse((await context?.body())?.toString() ?? "");

describe("Requests", () => {
  it("use the right path and the client's identity", async () => {
    const { client, seen } = clientOf(() => json(object));
    await client.get({ ...pods, name: "p" });
    await client.get({
      group: "apps",
      version: "v1",
      resource: "deployments",
      namespace: "a",
      name: "d",
      subresource: "scale",
    });
    await client.get({ group: "", version: "v1", resource: "nodes", name: "n" });
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/v1/namespaces/a/pods/p",
      "GET /apis/apps/v1/namespaces/a/deployments/d/scale",
      "GET /api/v1/nodes/n",
    ]);
    expect(seen[0]).toMatchObject({ user: identity, received: 7, headers: { "user-agent": "tester" } });
    expect(seen[0]?.info).toMatchObject({ verb: "get", resource: "pods", namespace: "a", name: "p" });
  });

  it("may all wait at once, also those without a signal of their own", async () => {
    const { client, seen } = clientOf(() => json(object));
    await client.get({ ...pods, name: "p" });
    expect(seen.map(({ signal }) => signal)).toEqual([NEVER]);
  });

  it("carry bodies and query options", async () => {
    const { client, seen } = clientOf(() => json(object));
    await client.create(pods, object, { dryRun: true, fieldManager: "m" });
    await client.update({ ...pods, name: "p" }, object);
    await client.patch({ ...pods, name: "p" }, { spec: null });
    await client.delete({ ...pods, name: "p" }, { uid: "u", propagationPolicy: "Orphan" });
    await client.deleteCollection(pods, { labelSelector: "a=b" });
    expect(seen.map(({ method, query }) => `${method} ${query}`)).toEqual([
      "POST fieldManager=m&dryRun=All",
      "PUT ",
      "PATCH ",
      "DELETE ",
      "DELETE labelSelector=a%3Db",
    ]);
    expect(await bodyOf(seen[0])).toEqual(object);
    expect(seen[2]?.headers["content-type"]).toBe("application/merge-patch+json");
    expect(await bodyOf(seen[2])).toEqual({ spec: null });
    expect(await bodyOf(seen[3])).toEqual({
      kind: "DeleteOptions",
      apiVersion: "v1",
      propagationPolicy: "Orphan",
      preconditions: { uid: "u" },
    });
    expect(await bodyOf(seen[4])).toEqual({ kind: "DeleteOptions", apiVersion: "v1" });
  });

  it("return lists that come in one chunk or in many", async () => {
    const list = { metadata: { resourceVersion: "9", continue: "c" }, items: [object] };
    const text = JSON.stringify(list);
    const { client } = clientOf(() => ({
      status: 200,
      headers: {},
      body: [Buffer.from(text.slice(0, 10)), Buffer.from(text.slice(10))],
    }));
    expect(await client.list(pods, { limit: 1 })).toEqual({ items: [object], resourceVersion: "9", continue: "c" });
  });

  it("read a long list without blocking other work", async () => {
    const items = Array.from({ length: 40_000 }, (_, i) => ({ ...object, metadata: { name: `p${i}`, uid: `${i}` } }));
    const { client } = clientOf(() => json({ metadata: { resourceVersion: "9" }, items }));
    let turns = 0;
    const count = (): void => {
      turns += 1;
      if (turns < 1000) next = setImmediate(count);
    };
    let next = setImmediate(count);
    const read = await client.list(pods);
    clearImmediate(next);
    expect(read.items).toEqual(items);
    expect(turns).toBeGreaterThan(2);
  });

  it("reject with the Status of an error response", async () => {
    const { status } = notFound({ group: "", resource: "pods" }, "p");
    const { client } = clientOf(() => json(status, 404));
    expect(await failure(() => client.get({ ...pods, name: "p" }))).toMatchObject({
      code: 404,
      reason: "NotFound",
      message: 'pods "p" not found',
      status,
    });
  });

  it("reject with the plain-text body when the path is not served", async () => {
    const { client } = clientOf(() => ({ status: 404, headers: {}, body: "404 page not found\n" }));
    expect(await failure(() => client.list(pods))).toMatchObject({ code: 404, message: "404 page not found" });
  });
});

describe("Watches", () => {
  async function watched(run: (sink: FrameSink) => void, stop = new AbortController()): Promise<WatchEvent[]> {
    const { client } = clientOf(() => ({ status: 200, headers: {}, stream: run }));
    const events: WatchEvent[] = [];
    for await (const event of client.watch(pods, { signal: stop.signal })) events.push(event);
    return events;
  }
  const frame = (type: string, value: unknown = object): Buffer =>
    Buffer.from(`${JSON.stringify({ type, object: value })}\n`);

  it("deliver events until the stream ends", async () => {
    const events = await watched((sink) => {
      sink.write(frame("ADDED"));
      sink.write(frame("DELETED"));
      sink.end();
    });
    expect(events.map(({ type }) => type)).toEqual(["ADDED", "DELETED"]);
  });

  it("end when their abort signal fires", async () => {
    const stop = new AbortController();
    let signal: AbortSignal | undefined;
    const events = await watched((sink) => {
      sink.write(frame("ADDED"));
      signal = sink.signal;
      queueMicrotask(() => stop.abort());
    }, stop);
    expect(events).toHaveLength(1);
    expect(signal?.aborted).toBe(true);
  });

  it("remove their listener from a caller's signal that outlives them", async () => {
    const stop = new AbortController();
    for (let times = 0; times < 3; times++) {
      await watched((sink) => {
        sink.signal.addEventListener("abort", () => undefined);
        sink.end();
      }, stop);
    }
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });

  it("close their stream when the reader stops early", async () => {
    let signal: AbortSignal | undefined;
    const stream = (sink: FrameSink): void => {
      signal = sink.signal;
      sink.write(frame("ADDED"));
    };
    const { client, seen } = clientOf(() => ({ status: 200, headers: {}, stream }));
    for await (const _ of client.watch(pods, { signal: new AbortController().signal })) break;
    expect(signal?.aborted).toBe(true);
    expect(seen[0]?.signal).toBe(signal);
  });

  it("end immediately when their signal is already aborted", async () => {
    const stop = new AbortController();
    stop.abort();
    expect(await watched(() => undefined, stop)).toEqual([]);
  });

  it("throw the error of an ERROR event or of an error response", async () => {
    const { status } = expired("too old resource version: 1 (5)");
    const inStream = await failure(() => watched((sink) => void sink.write(frame("ERROR", status))));
    expect(inStream).toMatchObject({ code: 410, reason: "Expired", message: "too old resource version: 1 (5)" });
    const { client } = clientOf(() => json(status, 410));
    const signal = new AbortController().signal;
    const answered = await failure(async () => {
      for await (const _ of client.watch(pods, { signal }));
    });
    expect(answered.code).toBe(410);
  });
});
