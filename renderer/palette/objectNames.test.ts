import { afterEach, expect, it, vi } from "vitest";
import type { ResourceType } from "../api/resourceType.ts";
import { MAX_NAMES, readNames } from "./objectNames.ts";

const PODS = { group: "", version: "v1", resource: "pods", namespaced: true } as ResourceType;

afterEach(() => vi.unstubAllGlobals());

interface Sent {
  url: string;
  accept: string;
}

/** Responds to every request, and records the requests. */
function serve(answer: (url: URL) => { status?: number; body: unknown }): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({ url, accept: (init.headers as Record<string, string>).accept ?? "" });
    const { status = 200, body } = answer(new URL(url, "http://console"));
    return new Response(JSON.stringify(body), { status });
  });
  return sent;
}

const signal = new AbortController().signal;
const page = (count: number, next?: string) => ({
  metadata: { resourceVersion: "1", continue: next },
  items: Array.from({ length: count }, (_, i) => ({ metadata: { name: `p${i}`, namespace: "a" } })),
});

it("requests only metadata and stops at the limit", async () => {
  const sent = serve(() => ({ body: page(500, "more") }));
  const { names, partial } = await readNames("c", PODS, [], { signal });
  expect(names).toHaveLength(MAX_NAMES);
  expect(partial).toBe(true);
  expect(sent).toHaveLength(2);
  expect(sent[0]?.accept).toContain("as=PartialObjectMetadataList");
  expect(names[0]).toEqual({ namespace: "a", name: "p0" });
});

it("reads what the user may read and treats a denial as no result", async () => {
  const refusal = { status: 403, body: { kind: "Status", code: 403, reason: "Forbidden", message: "no" } };
  serve(({ pathname }) => (pathname.includes("/namespaces/b/") ? { body: page(1) } : refusal));
  expect(await readNames("c", PODS, ["a", "b"], { signal })).toEqual({
    names: [{ namespace: "a", name: "p0" }],
    partial: false,
  });
  serve(() => refusal);
  expect(await readNames("c", PODS, [], { signal })).toEqual({ names: [], partial: false });
});

it("returns nothing for a removed kind and fails on server errors", async () => {
  const status = (code: number, reason: string) => ({
    status: code,
    body: { kind: "Status", code, reason, message: reason },
  });
  serve(() => status(404, "NotFound"));
  expect(await readNames("c", PODS, [], { signal })).toEqual({ names: [], partial: false });
  serve(() => status(500, "InternalError"));
  await expect(readNames("c", PODS, [], { signal })).rejects.toThrow("InternalError");
});

it("passes a selector on", async () => {
  const sent = serve(() => ({ body: page(1) }));
  await readNames("c", PODS, [], { signal, fieldSelector: "metadata.name=web" });
  expect(sent[0]?.url).toContain("fieldSelector=metadata.name%3Dweb");
});

it("knows all names of a kind whose lists have no version, such as metrics", async () => {
  serve(() => ({ body: { metadata: {}, items: page(3).items } }));
  expect(await readNames("c", PODS, [], { signal })).toMatchObject({ names: { length: 3 }, partial: false });
});
