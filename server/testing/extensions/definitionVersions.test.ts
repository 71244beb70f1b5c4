import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFINITIONS_PATH, definition } from "../../api/extensions/testing/definitions.ts";
import type { TestAnswer } from "../httpClient.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

/** A kind whose second version has fewer fields than the stored one, without conversion. */
const TEXT = { type: "string" };
const version = (name: string, storage: boolean, properties: object) => ({
  name,
  served: true,
  storage,
  schema: { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties } } } },
});
const path = (name: string): string => `/apis/test.example.com/${name}/namespaces/default/pairs`;
const pair = (of: string, name: string, spec: object) => ({
  apiVersion: `test.example.com/${of}`,
  kind: "Pair",
  metadata: { name },
  spec,
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const versions = [version("v1", true, { a: TEXT, b: TEXT }), version("v2", false, { a: TEXT })];
  const made = await server.request("POST", DEFINITIONS_PATH, { body: definition("pair", { versions }) });
  expect(made.status).toBe(201);
});
afterAll(() => server.stop());

const create = (name: string): Promise<TestAnswer> =>
  server.request("POST", `${path("v1")}?fieldManager=first`, { body: pair("v1", name, { a: "1", b: "2" }) });
const apply = (name: string, spec: object): Promise<TestAnswer> =>
  server.request("PATCH", `${path("v2")}/${name}?fieldManager=second&force=true`, {
    headers: { "content-type": "application/apply-patch+yaml" },
    body: pair("v2", name, spec),
  });
const owners = ({ body }: TestAnswer): Record<string, unknown> =>
  Object.fromEntries((body.metadata.managedFields ?? []).map((entry) => [entry.manager, entry.fieldsV1]));

describe("a custom resource read in another version", () => {
  it("is pruned to that version's schema, also in lists and watches", async () => {
    const { body } = await create("read");
    expect((await server.request("GET", `${path("v2")}/read`)).body["spec"]).toEqual({ a: "1" });
    const list = await server.request("GET", path("v2"));
    expect(list.body.items.map((item) => item["spec"])).toEqual([{ a: "1" }]);
    const from = Number(body.metadata.resourceVersion) - 1;
    const events = await server.watch(`${path("v2")}?watch=true&resourceVersion=${from}`);
    expect(await events.next()).toMatchObject({ object: { spec: { a: "1" } } });
    events.close();
    expect((await server.request("GET", `${path("v1")}/read`)).body["spec"]).toEqual({ a: "1", b: "2" });
  });

  it("may have field owners of fields that this version lacks", async () => {
    await create("owned");
    const applied = await apply("owned", { a: "3" });
    expect([applied.status, applied.body["spec"]]).toEqual([200, { a: "3" }]);
    expect(owners(applied)).toEqual({
      first: { "f:spec": { ".": {}, "f:b": {} } },
      second: { "f:spec": { "f:a": {} } },
    });
    expect((await apply("owned", {})).status).toBe(200);
  });
});
