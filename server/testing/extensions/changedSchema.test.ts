import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../acting/testing/until.ts";
import { DEFINITIONS_PATH, definition } from "../../api/extensions/testing/definitions.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const version = (type: string) => ({
  name: "v1",
  served: true,
  storage: true,
  schema: {
    openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: { a: { type } } } } },
  },
});
const merge = { "content-type": "application/merge-patch+json" };
const apply = { "content-type": "application/apply-patch+yaml" };
const path = "/apis/test.example.com/v1/namespaces/default/pairs";

describe("a custom resource that a changed schema no longer allows", () => {
  it("loses its owners at its next write, and cannot be applied to", async () => {
    const made = await server.request("POST", DEFINITIONS_PATH, {
      body: definition("pair", { versions: [version("string")] }),
    });
    expect(made.status).toBe(201);
    const pair = { apiVersion: "test.example.com/v1", kind: "Pair", metadata: { name: "p" } };
    for (const name of ["p", "q"]) {
      const created = await server.request("POST", path, { body: { ...pair, metadata: { name }, spec: { a: "x" } } });
      expect(created.body.metadata.managedFields).toHaveLength(1);
    }
    const changed = { spec: { versions: [version("integer")] } };
    await server.request("PATCH", `${DEFINITIONS_PATH}/${made.body.metadata.name}`, { body: changed, headers: merge });
    const refused = { ...pair, metadata: { name: "r" }, spec: { a: "x" } };
    await until(async () => (await server.request("POST", `${path}?dryRun=All`, { body: refused })).status === 422);

    const labelled = { metadata: { labels: { l: "1" } } };
    const patched = await server.request("PATCH", `${path}/p`, { body: labelled, headers: merge });
    expect([patched.status, patched.body.metadata.managedFields]).toEqual([200, undefined]);

    const fit = (name: string) => `(default/${name}; test.example.com/v1, Kind=Pair)`;
    const problem = ".spec.a: expected numeric (int or float), got string";
    const applied = async (name: string) => {
      const body = { ...pair, metadata: { name } };
      const answer = await server.request("PATCH", `${path}/${name}?fieldManager=m`, { body, headers: apply });
      return [answer.status, answer.body["message"]];
    };
    expect(await applied("q")).toEqual([500, `failed to create typed live object ${fit("q")}: ${problem}`]);
    const conversion = `failed to convert new object ${fit("p")} to smd typed: ${problem}`;
    expect(await applied("p")).toEqual([500, `failed to create manager for existing fields: ${conversion}`]);
  });
});
