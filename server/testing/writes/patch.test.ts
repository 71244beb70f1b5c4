import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestAnswer } from "../httpClient.ts";
import { configMap, core, deployment } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
let count = 0;
let name = "";

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  count += 1;
  name = `object-${count}`;
});

const map = (): string => core("default", "configmaps", name);
const send = (path: string, type: string, body: unknown, query = ""): Promise<TestAnswer> =>
  server.request("PATCH", path + query, { body, headers: { "content-type": `application/${type}` } });
const createMap = (data: Record<string, string> = { a: "1", b: "2" }): Promise<TestAnswer> =>
  server.request("POST", core("default", "configmaps"), { body: configMap(name, data) });
const apply = (path: string, body: unknown, manager: string, query = ""): Promise<TestAnswer> =>
  send(path, "apply-patch+yaml", body, `?fieldManager=${manager}${query}`);

describe("merge patch", () => {
  it("sets, removes and keeps fields", async () => {
    await createMap();
    const answer = await send(map(), "merge-patch+json", { data: { a: null, c: "3" } });
    expect(answer.status).toBe(200);
    expect(answer.body["data"]).toEqual({ b: "2", c: "3" });
  });

  it("refuses a change of kind with the conversion error", async () => {
    await createMap({});
    const answer = await send(map(), "merge-patch+json", { kind: "Secret" });
    expect(answer.status).toBe(422);
    expect(answer.body["message"]).toMatch(/: converting \(v1\.Secret\) to \(core\.ConfigMap\): unknown conversion$/);
  });

  it("refuses to replace the object with another kind", async () => {
    await createMap({});
    const replace = (value: unknown) => send(map(), "json-patch+json", [{ op: "replace", path: "", value }]);
    for (const value of [[], {}, { apiVersion: "v1", kind: "Secret" }]) {
      const answer = await replace(value);
      expect([answer.status, answer.body["reason"]]).toEqual([400, "BadRequest"]);
    }
    // Scalars are not documents: such an operation has no effect.
    for (const value of [3, null, "x"]) expect((await replace(value)).body.kind).toBe("ConfigMap");
  });

  it("checks resourceVersion, and stores nothing when nothing changes", async () => {
    const created = await createMap();
    const stale = await send(map(), "merge-patch+json", { metadata: { resourceVersion: "1" }, data: { a: "9" } });
    expect([stale.status, stale.body.reason]).toEqual([409, "Conflict"]);
    const same = await send(map(), "merge-patch+json", { data: { a: "1" } });
    expect(same.body.metadata.resourceVersion).toBe(created.body.metadata.resourceVersion);
  });

  it("retries concurrent patches, so that none is lost", async () => {
    await createMap({});
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, i) => send(map(), "merge-patch+json", { data: { [`k${i}`]: "v" } })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect((await server.request("GET", map())).body["data"]).toEqual({ k0: "v", k1: "v", k2: "v", k3: "v" });
  });

  it("refuses a change of the name", async () => {
    await createMap();
    const answer = await send(map(), "merge-patch+json", { metadata: { name: "other" } });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain("does not match the name on the URL");
  });
});

describe("JSON patch", () => {
  it("applies operations in order, all or none", async () => {
    await createMap();
    const answer = await send(map(), "json-patch+json", [
      { op: "test", path: "/data/a", value: "1" },
      { op: "replace", path: "/data/a", value: "x" },
      { op: "move", from: "/data/b", path: "/data/c" },
      { op: "add", path: "/data/d", value: "new" },
    ]);
    expect(answer.body["data"]).toEqual({ a: "x", c: "2", d: "new" });
    const failed = await send(map(), "json-patch+json", [
      { op: "remove", path: "/data/d" },
      { op: "test", path: "/data/a", value: "other" },
    ]);
    expect(failed.status).toBe(422);
    expect((await server.request("GET", map())).body["data"]).toHaveProperty("d");
  });
});

describe("strategic merge patch", () => {
  const at = (): string => `/apis/apps/v1/namespaces/default/deployments/${name}`;

  it("merges lists by key, and supports directives", async () => {
    await server.request("POST", "/apis/apps/v1/namespaces/default/deployments", { body: deployment(name) });
    const template = (containers: unknown[]) => ({ spec: { template: { spec: { containers } } } });
    const added = await send(at(), "strategic-merge-patch+json", template([{ name: "side", image: "busybox:1" }]));
    const names = (answer: TestAnswer): unknown =>
      (answer.body["spec"] as { template: { spec: { containers: { name: string }[] } } }).template.spec.containers.map(
        (container) => container.name,
      );
    expect([added.status, names(added)]).toEqual([200, ["side", "main"]]);
    const removed = await send(at(), "strategic-merge-patch+json", template([{ name: "side", $patch: "delete" }]));
    expect(names(removed)).toEqual(["main"]);
  });
});

describe("apply", () => {
  const desired = (data: Record<string, string>) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data });

  it("creates the object, changes it, and removes fields that are no longer applied", async () => {
    const created = await apply(map(), desired({ a: "1", b: "2" }), "one");
    expect(created.status).toBe(201);
    const changed = await apply(map(), desired({ a: "x" }), "one");
    expect(changed.status).toBe(200);
    expect(changed.body["data"]).toEqual({ a: "x" });
    expect(changed.body.metadata.managedFields).toMatchObject([{ manager: "one", operation: "Apply" }]);
  });

  it("refuses a configuration without metadata because the name is missing", async () => {
    for (const metadata of [null, {}]) {
      const answer = await apply(map(), { ...desired({}), metadata }, "one");
      expect([answer.status, answer.body["message"]]).toEqual([
        400,
        `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
      ]);
    }
  });

  it("also refuses it when the manager that owns the labels omits metadata", async () => {
    const { metadata, ...bare } = desired({ a: "1" });
    const created = await apply(map(), { ...bare, metadata: { ...metadata, labels: { app: "x" } } }, "one");
    const refused = await apply(map(), bare, "one");
    expect([refused.status, refused.body["message"]]).toEqual([
      400,
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    ]);
    expect((await server.request("GET", map())).body).toEqual(created.body);
  });

  it("reports conflicts with other managers unless forced", async () => {
    await apply(map(), desired({ a: "1" }), "one");
    const refused = await apply(map(), desired({ a: "2" }), "two");
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe('Apply failed with 1 conflict: conflict with "one": .data.a');
    expect(refused.body.details?.causes).toEqual([
      { reason: "FieldManagerConflict", message: 'conflict with "one"', field: ".data.a" },
    ]);
    const forced = await apply(map(), desired({ a: "2" }), "two", "&force=true");
    expect(forced.body["data"]).toEqual({ a: "2" });
    expect(forced.body.metadata.managedFields?.map((entry) => entry.manager)).toEqual(["two"]);
    const shared = await apply(map(), desired({ a: "2" }), "one");
    expect(shared.body.metadata.managedFields?.map((entry) => entry.manager).sort()).toEqual(["one", "two"]);
  });

  it("accepts YAML", async () => {
    const yaml = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  a: "yes"\n`;
    const answer = await apply(map(), yaml, "one");
    expect([answer.status, answer.body["data"]]).toEqual([201, { a: "yes" }]);
  });

  it("requires a field manager, and allows force only for apply", async () => {
    const anonymous = await send(map(), "apply-patch+yaml", desired({}));
    expect(anonymous.status).toBe(422);
    expect(anonymous.body.message).toBe(
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    );
    await createMap();
    const forced = await send(map(), "merge-patch+json", {}, "?force=true");
    expect(forced.body.message).toBe(
      'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    );
  });
});

it("refuses unsupported patch types and missing objects", async () => {
  await createMap();
  const type = await send(map(), "json", {});
  expect([type.status, type.body.reason]).toEqual([415, "UnsupportedMediaType"]);
  name = "missing";
  const missing = await send(map(), "merge-patch+json", {});
  expect([missing.status, missing.body.message]).toEqual([404, 'configmaps "missing" not found']);
});

it("reports unknown and duplicate fields according to fieldValidation", async () => {
  const body = `{"metadata":{"name":"${name}"},"data":{"a":"1","a":"2"},"extra":true}`;
  const post = (query: string): Promise<TestAnswer> =>
    server.request("POST", core("default", "configmaps") + query, { body });
  const strict = await post("?fieldValidation=Strict");
  expect(strict.status).toBe(400);
  expect(strict.body.message).toContain('strict decoding error: duplicate field "data.a", unknown field "extra"');
  const warned = await post("?dryRun=All");
  expect(warned.status).toBe(201);
  expect(warned.headers["warning"]).toBe('299 - "duplicate field \\"data.a\\"", 299 - "unknown field \\"extra\\""');
  const silent = await post("?fieldValidation=Ignore");
  expect([silent.status, silent.headers["warning"]]).toEqual([201, undefined]);
});
