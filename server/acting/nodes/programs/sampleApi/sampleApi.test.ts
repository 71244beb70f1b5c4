import { beforeEach, describe, expect, it } from "vitest";
import type { PodResponse } from "../../../../api/registry/podAccess.ts";
import type { ProgramStart, RunningProgram } from "../program.ts";
import { sampleApi } from "./sampleApi.ts";

const BASE = "/apis/wardle.example.com";
const IN = `${BASE}/v1alpha1/namespaces/default/flunders`;
let program: RunningProgram;
/** Total milliseconds of sleeps; each sleep ends at once. */
let passed: number;

beforeEach(() => {
  passed = 0;
  const time = {
    now: () => passed,
    realNow: () => passed,
    sleep: (milliseconds: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal?.addEventListener("abort", () => resolve());
        if (milliseconds > 1000) return;
        passed += milliseconds;
        resolve();
      }),
  };
  const start = { image: "sample-apiserver", ports: [], time, print: () => undefined, pod: { address: "10.0.0.1" } };
  program = sampleApi(undefined, async () => ({ cert: new Uint8Array(), key: new Uint8Array() })).start(
    start as unknown as ProgramStart,
  );
});

async function ask(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = (await program.handle?.({
    ...{ port: 443, method, path, body: Buffer.from(body === undefined ? "" : JSON.stringify(body)) },
    headers: { "x-remote-user": "ann", ...headers },
  })) as PodResponse;
  const lines = Buffer.from(answer.body).toString("utf8").split("\n");
  const documents = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Record<string, unknown>);
  return { status: answer.status, document: documents[0] ?? {}, documents };
}
const flunder = (name: string, more: object = {}, version = "v1alpha1") => ({
  ...{ apiVersion: `wardle.example.com/${version}`, kind: "Flunder", metadata: { name, ...more } },
  spec: { reference: "other" },
});

describe("Sample API server", () => {
  it("serves discovery and health checks, and rejects unauthenticated users", async () => {
    expect((await ask("GET", "/apis")).document).toMatchObject({ groups: [{ name: "wardle.example.com" }] });
    expect((await ask("GET", BASE)).document).toMatchObject({ preferredVersion: { version: "v1beta1" } });
    const { document } = await ask("GET", `${BASE}/v1alpha1`);
    expect(document["resources"]).toMatchObject([
      { name: "fischers", namespaced: false },
      { name: "flunders", namespaced: true },
    ]);
    expect((await ask("GET", IN, undefined, { "x-remote-user": "" })).status).toBe(403);
    expect((await ask("GET", `${BASE}/v1/flunders`)).status).toBe(404);
    const ready = await program.handle?.({ port: 443, method: "GET", path: "/readyz", headers: {}, body: Buffer.of() });
    expect(ready?.status).toBe(200);
  });

  it("serves flunders in both versions", async () => {
    await ask("POST", IN, flunder("a"));
    const { document } = await ask("GET", `${BASE}/v1beta1/namespaces/default/flunders/a`);
    expect(document["spec"]).toEqual({ flunderReference: "other", referenceType: "Flunder" });
    const spec = { fischerReference: "f", referenceType: "Fischer" };
    const url = `${BASE}/v1beta1/namespaces/default/flunders/a`;
    expect((await ask("PUT", url, { ...flunder("a", {}, "v1beta1"), spec })).status).toBe(200);
    expect((await ask("GET", `${IN}/a`)).document["spec"]).toEqual({ reference: "f", referenceType: "Fischer" });
  });

  it("rejects stale, duplicate, unnamed, misplaced or wrong-kind objects", async () => {
    await ask("POST", IN, flunder("a"));
    const codes = [
      await ask("POST", IN, flunder("a")),
      await ask("POST", IN, flunder("")),
      await ask("POST", IN, flunder("b", { namespace: "other" })),
      await ask("POST", IN, { ...flunder("b"), kind: "Fischer" }),
      await ask("PUT", `${IN}/a`, flunder("a", { resourceVersion: "1" })),
      await ask("PATCH", `${IN}/a`, {}, { "content-type": "application/json-patch+json" }),
      await ask("GET", `${IN}?labelSelector=%3D`),
      await ask("DELETE", `${IN}/none`),
    ].map(({ status }) => status);
    expect(codes).toEqual([409, 422, 400, 400, 409, 415, 400, 404]);
    expect((await ask("POST", `${IN}?dryRun=All`, flunder("c"))).status).toBe(201);
    expect((await ask("GET", IN)).document["items"]).toHaveLength(1);
  });

  it("keeps an object until its last finalizer is removed", async () => {
    await ask("POST", IN, flunder("a", { finalizers: ["example.com/x"] }));
    await ask("DELETE", IN);
    expect((await ask("GET", `${IN}/a`)).document["metadata"]).toHaveProperty("deletionTimestamp");
    const merge = { "content-type": "application/merge-patch+json" };
    await ask("PATCH", `${IN}/a`, { metadata: { finalizers: null } }, merge);
    expect((await ask("GET", `${IN}/a`)).status).toBe(404);
  });

  it("streams watch events immediately until the watch times out", async () => {
    const { document } = await ask("POST", IN, flunder("a", { labels: { x: "y" } }));
    const { resourceVersion } = document["metadata"] as { resourceVersion: string };
    const watched = ask("GET", `${IN}?watch=1&labelSelector=x%3Dy&resourceVersion=${resourceVersion}`);
    await ask("POST", IN, flunder("b"));
    await ask("DELETE", `${IN}/a`);
    expect((await watched).documents).toMatchObject([{ type: "DELETED", object: { metadata: { name: "a" } } }]);
    expect((await ask("GET", `${IN}?watch=1`)).documents).toMatchObject([{ type: "ADDED" }]);
    expect((await ask("GET", `${IN}?watch=1&timeoutSeconds=1&resourceVersion=9`)).documents).toEqual([]);
    for (let i = 0; i < 1100; i++) {
      await ask("POST", IN, flunder("c"));
      await ask("DELETE", `${IN}/c`);
    }
    expect((await ask("GET", `${IN}?watch=1&resourceVersion=${resourceVersion}`)).status).toBe(410);
  });
});
