import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { namespace } from "../../../testing/objects.ts";
import { startTestServer, type TestServer } from "../../../testing/testServer.ts";
import { DEFINITIONS_PATH, definition, FREE } from "../testing/definitions.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.request("POST", "/api/v1/namespaces", { body: namespace("conv") });
});
afterAll(() => server.stop());

const versions = (stored: string) =>
  ["v1", "v2"].map((name) => ({
    name,
    served: true,
    storage: name === stored,
    schema: { openAPIV3Schema: FREE },
    subresources: { status: {}, scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } },
  }));
const webhook = {
  strategy: "Webhook",
  webhook: { conversionReviewVersions: ["v1"], clientConfig: { url: "https://127.0.0.1:1/convert" } },
};
const path = (version: string, plural: string, rest = "") =>
  `/apis/test.example.com/${version}/namespaces/conv/${plural}${rest}`;
const widget = (version: string, kind: string, name: string, more: object = {}) => ({
  apiVersion: `test.example.com/${version}`,
  kind,
  metadata: { name },
  spec: { n: 1 },
  ...more,
});

async function define(singular: string): Promise<void> {
  const body = definition(singular, { versions: versions("v1") });
  const made = await server.request("POST", DEFINITIONS_PATH, {
    body: { ...body, spec: { ...body.spec, conversion: webhook } },
  });
  expect(made.status).toBe(201);
}

const refused = (kind: string, from: string) => ({
  kind: "Status",
  code: 500,
  message: `conversion webhook for test.example.com/${from}, Kind=${kind} failed: Post "https://127.0.0.1:1/convert?timeout=30s": dial tcp 127.0.0.1:1: connect: connection refused`,
});

describe("Definition with an unreachable conversion webhook", () => {
  it("serves the storage version and rejects requests for the other version", async () => {
    await define("gadget");
    const made = await server.request("POST", path("v1", "gadgets"), { body: widget("v1", "Gadget", "a") });
    expect(made.status).toBe(201);
    const other = path("v2", "gadgets", "/a");
    const patch = (type: string) => ({ headers: { "content-type": `application/${type}` } });
    const out = refused("Gadget", "v1");
    const back = refused("Gadget", "v2");
    const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "a" }, spec: { replicas: 2 } };
    const attempts: [string, string, object, object][] = [
      ["GET", other, {}, out],
      ["GET", path("v2", "gadgets"), {}, out],
      ["POST", path("v2", "gadgets"), { body: widget("v2", "Gadget", "b") }, back],
      ["POST", path("v2", "gadgets", "?dryRun=All"), { body: widget("v2", "Gadget", "b") }, back],
      ["PUT", other, { body: widget("v2", "Gadget", "a", { spec: { n: 2 } }) }, out],
      ["PATCH", other, { ...patch("merge-patch+json"), body: { spec: { n: 2 } } }, out],
      ["PATCH", other, { ...patch("json-patch+json"), body: [{ op: "remove", path: "/spec" }] }, out],
      [
        "PATCH",
        `${other}?fieldManager=m&force=true`,
        { ...patch("apply-patch+yaml"), body: widget("v2", "Gadget", "a") },
        out,
      ],
      [
        "PATCH",
        path("v2", "gadgets", "/c?fieldManager=m"),
        { ...patch("apply-patch+yaml"), body: widget("v2", "Gadget", "c") },
        back,
      ],
      ["GET", `${other}/status`, {}, out],
      ["PATCH", `${other}/status`, { ...patch("merge-patch+json"), body: { status: { n: 2 } } }, out],
      ["GET", `${other}/scale`, {}, out],
      ["PUT", `${other}/scale`, { body: scale }, out],
      ["DELETE", other, {}, out],
      ["DELETE", path("v2", "gadgets"), {}, out],
    ];
    for (const [method, where, request, expected] of attempts) {
      const answer = await server.request(method, where, request);
      expect([method, where, answer.body]).toMatchObject([method, where, expected]);
    }
    const left = await server.request("GET", path("v1", "gadgets"));
    expect((left.body as { items?: ApiObject[] }).items).toMatchObject([
      { metadata: { name: "a", resourceVersion: made.body.metadata?.resourceVersion }, spec: { n: 1 } },
    ]);
    expect((await server.request("DELETE", path("v1", "gadgets", "/a"))).status).toBe(200);
  });

  it("ends a watch of the other version with the error and continues watches of the storage version", async () => {
    await define("gizmo");
    const live = await server.watch(`${path("v2", "gizmos")}?watch=true&resourceVersion=`);
    const stored = await server.watch(`${path("v1", "gizmos")}?watch=true`);
    await server.request("POST", path("v1", "gizmos"), { body: widget("v1", "Gizmo", "a") });
    expect(await live.next()).toMatchObject({ type: "ERROR", object: refused("Gizmo", "v1") });
    expect(await live.next()).toBeUndefined();
    const late = await server.watch(`${path("v2", "gizmos")}?watch=true`);
    expect(await late.next()).toMatchObject({ type: "ERROR", object: refused("Gizmo", "v1") });
    expect(await stored.next()).toMatchObject({ type: "ADDED", object: { metadata: { name: "a" } } });
    for (const each of [late, stored]) each.close();
  });

  it("serves objects of a former storage version and can be deleted with all objects", async () => {
    await define("thing");
    await server.request("POST", path("v1", "things"), { body: widget("v1", "Thing", "old") });
    const changed = await server.request("PATCH", `${DEFINITIONS_PATH}/things.test.example.com`, {
      headers: { "content-type": "application/merge-patch+json" },
      body: { spec: { versions: versions("v2") } },
    });
    expect(changed.status).toBe(200);
    await server.request("POST", path("v2", "things"), { body: widget("v2", "Thing", "new") });
    expect((await server.request("GET", path("v1", "things", "/old"))).status).toBe(200);
    expect((await server.request("GET", path("v2", "things", "/new"))).status).toBe(200);
    expect((await server.request("GET", path("v1", "things"))).body).toMatchObject(refused("Thing", "v2"));
    expect((await server.request("GET", path("v2", "things"))).body).toMatchObject(refused("Thing", "v1"));
    const write = await server.request("PUT", path("v1", "things", "/old"), {
      body: widget("v1", "Thing", "old", {
        spec: { n: 3 },
        metadata: {
          name: "old",
          resourceVersion: (await server.request("GET", path("v1", "things", "/old"))).body.metadata?.resourceVersion,
        },
      }),
    });
    expect(write.body).toMatchObject(refused("Thing", "v1"));
    const gone = await server.watch(
      `${DEFINITIONS_PATH}?watch=true&fieldSelector=metadata.name=things.test.example.com&resourceVersion=${changed.body.metadata?.resourceVersion}`,
    );
    await server.request("DELETE", `${DEFINITIONS_PATH}/things.test.example.com`);
    for (let event = await gone.next(); event?.type !== "DELETED"; event = await gone.next())
      expect(event).toBeDefined();
    gone.close();
  });
});

describe("Storage version changed without a webhook", () => {
  it("is applied to an object by a no-op write", async () => {
    const body = definition("plain", { versions: versions("v1") });
    await server.request("POST", DEFINITIONS_PATH, { body });
    const made = await server.request("POST", path("v1", "plains"), { body: widget("v1", "Plain", "a") });
    await server.request("PATCH", `${DEFINITIONS_PATH}/plains.test.example.com`, {
      headers: { "content-type": "application/merge-patch+json" },
      body: { spec: { versions: versions("v2") } },
    });
    const put = () => server.request("PUT", path("v1", "plains", "/a"), { body: made.body });
    const first = await put();
    expect(first.status).toBe(200);
    expect(first.body.metadata?.resourceVersion).not.toBe(made.body.metadata?.resourceVersion);
    const again = await server.request("PUT", path("v1", "plains", "/a"), { body: first.body });
    expect(again.body.metadata?.resourceVersion).toBe(first.body.metadata?.resourceVersion);
  });
});
