import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestAnswer } from "../../testing/httpClient.ts";
import { startTestServer, type TestServer, temporaryFolder } from "../../testing/testServer.ts";
import { DEFINITIONS_PATH, definition, object } from "./testing/definitions.ts";

const API = "/apis/test.example.com";
const at = (plural: string, name = ""): string =>
  `${API}/v1/namespaces/default/${plural}${name === "" ? "" : `/${name}`}`;
const MERGE = { "content-type": "application/merge-patch+json" };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const define = (body: unknown): Promise<TestAnswer> => server.request("POST", DEFINITIONS_PATH, { body });
const read = (singular: string): Promise<TestAnswer> =>
  server.request("GET", `${DEFINITIONS_PATH}/${singular}s.test.example.com`);
const undefine = (singular: string): Promise<TestAnswer> =>
  server.request("DELETE", `${DEFINITIONS_PATH}/${singular}s.test.example.com`);
const conditions = (answer: TestAnswer): Record<string, string> => {
  const { status } = answer.body as { status?: { conditions?: { type: string; status: string; reason: string }[] } };
  return Object.fromEntries((status?.conditions ?? []).map((each) => [each.type, `${each.status} ${each.reason}`]));
};

/** Waits until a definition is deleted. */
async function untilGone(singular: string): Promise<void> {
  const name = `${singular}s.test.example.com`;
  const events = await server.watch(`${DEFINITIONS_PATH}?watch=true&fieldSelector=metadata.name%3D${name}`);
  if ((await read(singular)).status !== 404) for await (const event of events) if (event.type === "DELETED") break;
  events.close();
}

describe("Custom resource definition", () => {
  it("is served once its creation is answered, and not before", async () => {
    expect((await server.request("GET", `${API}/v1`)).status).toBe(404);
    const created = await define(definition("widget", { names: { shortNames: ["wd"] } }));
    expect(created.status).toBe(201);
    expect(conditions(created)).toEqual({});
    expect((await server.request("POST", at("widgets"), { body: object("Widget", "w", { a: 1 }) })).status).toBe(201);
    expect(conditions(await read("widget"))).toEqual({
      NamesAccepted: "True NoConflicts",
      Established: "True InitialNamesAccepted",
    });
    const { body } = await server.request("GET", `${API}/v1`);
    expect(body["resources"]).toMatchObject([
      { name: "widgets", kind: "Widget", shortNames: ["wd"], namespaced: true },
    ]);
    const { groups } = (await server.request("GET", "/apis")).body as unknown as { groups: { name: string }[] };
    expect(groups.at(-1)?.name).toBe("test.example.com");
  });

  it("supports list, watch, patch and apply, but no strategic merge patch and no protobuf", async () => {
    const events = await server.watch(`${at("widgets")}?watch=true`);
    expect(await events.names(1)).toEqual(["ADDED w"]);
    const patched = await server.request("PATCH", at("widgets", "w"), { body: { a: 2 }, headers: MERGE });
    expect(patched.body).toMatchObject({ a: 2, metadata: { generation: 2 } });
    expect(await events.names(1)).toEqual(["MODIFIED w"]);
    const headers = { "content-type": "application/apply-patch+yaml" };
    const applied = await server.request("PATCH", `${at("widgets", "v")}?fieldManager=m`, {
      body: object("Widget", "v", { b: { c: 1 } }),
      headers,
    });
    expect(applied.status).toBe(201);
    expect(applied.body.metadata.managedFields).toMatchObject([
      { manager: "m", operation: "Apply", fieldsV1: { "f:b": { "f:c": {} } } },
    ]);
    expect(await events.names(1)).toEqual(["ADDED v"]);
    const strategic = { "content-type": "application/strategic-merge-patch+json" };
    expect((await server.request("PATCH", at("widgets", "w"), { body: {}, headers: strategic })).status).toBe(415);
    const accept = { accept: server.vocabulary.protobufMediaType };
    expect((await server.request("GET", at("widgets", "w"), { headers: accept })).status).toBe(406);
    const { body } = await server.request("GET", at("widgets"));
    expect(body).toMatchObject({ kind: "WidgetList", metadata: { continue: "" } });
    expect(body.items.map(({ kind, metadata }) => [kind, metadata.name])).toEqual([
      ["Widget", "v"],
      ["Widget", "w"],
    ]);
    events.close();
  });

  it("waits for its objects during deletion and rejects new ones", async () => {
    await define(definition("keeper"));
    const held = object("Keeper", "k");
    await server.request("POST", at("keepers"), {
      body: { ...held, metadata: { name: "k", finalizers: ["example.com/hold"] } },
    });
    const watch = await server.watch(`${at("keepers")}?watch=true`);
    const deleted = await undefine("keeper");
    expect(deleted.status).toBe(200);
    expect(deleted.body.metadata.finalizers).toEqual(["customresourcecleanup.apiextensions.k8s.io"]);
    expect(conditions(deleted)["Terminating"]).toBe("True InstanceDeletionPending");
    // The watch ends, because it belongs to the state of the definition at its start.
    while ((await watch.next()) !== undefined) {}
    const refused = await server.request("POST", at("keepers"), { body: object("Keeper", "late") });
    expect([refused.status, refused.body.message]).toEqual([
      405,
      "create not allowed while custom resource definition is terminating",
    ]);
    const gone = untilGone("keeper");
    const release = { metadata: { finalizers: null } };
    const { body } = await server.request("GET", `${API}/v1`);
    expect(body["resources"]).toContainEqual(
      expect.objectContaining({ name: "keepers", verbs: ["delete", "deletecollection", "get", "list", "watch"] }),
    );
    await server.request("PATCH", at("keepers", "k"), { body: release, headers: MERGE });
    await gone;
    const page = await server.request("GET", at("keepers"));
    expect([page.status, page.text]).toEqual([404, "404 page not found\n"]);
  });

  it("is not established while another definition uses its names", async () => {
    await define(definition("first", { names: { kind: "Shared" } }));
    await define(definition("second", { names: { kind: "Shared" } }));
    expect(conditions(await read("second"))).toEqual({
      NamesAccepted: "False ListKindConflict",
      Established: "False NotAccepted",
    });
    expect((await server.request("GET", at("seconds"))).status).toBe(404);
    await undefine("first");
    await untilGone("first");
    await expect.poll(async () => conditions(await read("second"))["Established"]).toBe("True InitialNamesAccepted");
    expect((await server.request("GET", at("seconds"))).status).toBe(200);
  });

  it("serves objects by its current schema", async () => {
    const schema = (fallback: number) => ({
      type: "object",
      properties: { size: { type: "integer", default: fallback }, a: { type: "string" } },
    });
    await define(definition("shape", { schema: schema(1) }));
    await server.request("POST", at("shapes"), { body: object("Shape", "s", { a: "x" }) });
    expect((await server.request("GET", at("shapes", "s"))).body["size"]).toBe(1);
    const path = "/spec/versions/0/schema/openAPIV3Schema/properties";
    const headers = { "content-type": "application/json-patch+json" };
    const body = [
      { op: "remove", path: `${path}/a` },
      { op: "add", path: `${path}/color`, value: { type: "string", default: "red" } },
    ];
    const changed = await server.request("PATCH", `${DEFINITIONS_PATH}/shapes.test.example.com`, { body, headers });
    expect(changed.status).toBe(200);
    const { body: shown } = await server.request("GET", at("shapes", "s"));
    expect(shown["a"]).toBeUndefined();
    expect(shown).toMatchObject({ size: 1, color: "red" });
  });
});

describe("Restarted API server", () => {
  it("serves existing definitions before it listens", async () => {
    const dataDir = await temporaryFolder();
    const first = await startTestServer({ dataDir });
    await first.request("POST", DEFINITIONS_PATH, { body: definition("widget") });
    await first.request("POST", at("widgets"), { body: object("Widget", "w", { kept: { is: ["this"] } }) });
    await first.stop();
    const second = await startTestServer({ dataDir });
    const { status, body } = await second.request("GET", at("widgets", "w"));
    expect([status, body["kept"]]).toEqual([200, { is: ["this"] }]);
    await second.stop();
    await rm(dataDir, { recursive: true });
  });
});
