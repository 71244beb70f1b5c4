import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { namespace } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const json = { "content-type": "application/merge-patch+json" };

describe("namespaces", () => {
  const namespaces = "/api/v1/namespaces";

  it("terminate at the first deletion, even without finalizers, and are removed at the second", async () => {
    const path = `${namespaces}/emptied`;
    await server.request("POST", namespaces, { body: namespace("emptied") });
    const body = { ...namespace("emptied"), spec: { finalizers: [] } };
    expect((await server.request("PUT", `${path}/finalize`, { body })).status).toBe(200);
    const first = await server.request("DELETE", path);
    expect([first.status, first.body]).toEqual([
      200,
      expect.objectContaining({
        kind: "Namespace",
        metadata: expect.objectContaining({ deletionTimestamp: expect.stringMatching(/Z$/) }),
        status: { phase: "Terminating" },
      }),
    ]);
    expect((await server.request("GET", path)).status).toBe(200);
    const second = await server.request("DELETE", path);
    expect([second.status, second.body.kind]).toEqual([200, "Namespace"]);
    expect((await server.request("GET", path)).status).toBe(404);
  });
});

describe("custom resource definitions", () => {
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  const FINALIZER = "customresourcecleanup.apiextensions.k8s.io";
  const definition = (plural: string, finalizers: readonly string[]) => ({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com`, finalizers },
    spec: {
      group: "example.com",
      scope: "Cluster",
      names: { plural, kind: "Thing" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
  });

  it("get the finalizer for their objects once", async () => {
    const path = `${definitions}/things.example.com`;
    await server.request("POST", definitions, { body: definition("things", [FINALIZER, "example.com/mine"]) });
    const first = await server.request("DELETE", path);
    expect(first.body.metadata.finalizers).toEqual([FINALIZER, "example.com/mine"]);
    expect(first.body.metadata).not.toHaveProperty("deletionGracePeriodSeconds");
    // A further deletion is one like that of any other kind.
    const second = await server.request("DELETE", path);
    expect(second.body.metadata).toMatchObject({
      deletionTimestamp: first.body.metadata.deletionTimestamp,
      deletionGracePeriodSeconds: 0,
    });
    await server.request("PATCH", path, { body: { metadata: { finalizers: null } }, headers: json });
  });
});
