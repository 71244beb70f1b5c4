import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { until } from "../../acting/testing/until.ts";
import { DEFINITIONS_PATH, definition } from "../../api/extensions/testing/definitions.ts";
import { DIFFERENCES } from "../../ground/settings/quirks.ts";
import { collect, open } from "../httpClient.ts";
import { configMap, core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const maps = core("default", "configmaps");
let specified: TestServer;
let reference: TestServer;
beforeAll(async () => {
  specified = await startTestServer();
  reference = await startTestServer({ referenceQuirks: true });
});
afterAll(() => Promise.all([specified.stop(), reference.stop()]));

const deployment = (more: object = {}) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: { containers: [{ name: "main", image: "nginx", imag: "typo" }] },
    },
    ...more,
  },
});
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const merge = { "content-type": "application/merge-patch+json" };
const apply = { "content-type": "application/apply-patch+yaml" };

describe("differences between the specification and the reference", () => {
  it("docs/differences.md lists every difference, and nothing else", () => {
    const page = readFileSync(new URL("../../../docs/differences.md", import.meta.url), "utf8");
    const [quirks = ""] = page.split("\n## Limits\n");
    const lines = quirks.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| ---"));
    const rows = lines.map((line) => line.replace(/ +\|/g, " |"));
    const expected = Object.values(DIFFERENCES).map(
      (each) => `| ${each.about} | ${each.specified} | ${each.reference} |`,
    );
    expect(rows.slice(1)).toEqual(expected);
  });

  it("a dryRun parameter without a value writes", async () => {
    const asked = (server: TestServer) => server.request("POST", `${maps}?dryRun`, { body: configMap("dry") });
    expect([(await asked(specified)).status, (await asked(reference)).status]).toEqual([201, 422]);
    expect((await specified.request("GET", `${maps}/dry`)).status).toBe(200);
    const removed = await specified.request("DELETE", `${maps}/dry?dryRun=`);
    expect(removed.status).toBe(200);
    expect((await specified.request("GET", `${maps}/dry`)).status).toBe(404);
  });

  it("empty managedFields reset nothing, and a reset precedes the rest of the write", async () => {
    const owners = async (server: TestServer, managedFields: unknown[], data: object) => {
      const body = { metadata: { managedFields }, data };
      const query = "fieldManager=other";
      const answer = await server.request("PATCH", `${maps}/owned?${query}`, { body, headers: merge });
      expect(answer.status).toBe(200);
      return answer.body.metadata.managedFields?.map(({ manager, fieldsV1 }) => [manager, fieldsV1]);
    };
    for (const server of [specified, reference]) {
      await server.request("POST", `${maps}?fieldManager=first`, { body: configMap("owned", { a: "1", b: "1" }) });
    }
    const first = ["first", { "f:data": { ".": {}, "f:a": {}, "f:b": {} } }];
    expect(await owners(specified, [], {})).toEqual([first]);
    expect(await owners(specified, [{}], { a: "2" })).toEqual([["other", { "f:data": { "f:a": {} } }]]);
    expect(await owners(specified, [{}], {})).toBeUndefined();
    expect(await owners(specified, [], { a: "3" })).toBeUndefined();
    expect(await owners(reference, [], {})).toBeUndefined();
    await reference.request("DELETE", `${maps}/owned`);
    await reference.request("POST", `${maps}?fieldManager=first`, { body: configMap("owned", { a: "1", b: "1" }) });
    expect(await owners(reference, [{}], { a: "2" })).toBeUndefined();
  });

  it("a write to the scale that keeps the replicas has no effect, or changes the owners", async () => {
    const valid = deployment({
      template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "main", image: "nginx" }] } },
    });
    const versions = async (server: TestServer) => {
      const made = await server.request("POST", deployments, { body: { ...valid, metadata: { name: "scaled" } } });
      const seen = [made.body.metadata];
      for (let i = 0; i < 3; i++) {
        const body = { spec: { replicas: 1 } };
        await server.request("PATCH", `${deployments}/scaled/scale`, { body, headers: merge });
        seen.push((await server.request("GET", `${deployments}/scaled`)).body.metadata);
      }
      const first = made.body.metadata.resourceVersion;
      return seen.map((metadata) => [metadata.resourceVersion !== first, metadata.managedFields?.length]);
    };
    const unchanged = [false, 1];
    expect(await versions(specified)).toEqual([unchanged, unchanged, unchanged, unchanged]);
    expect(await versions(reference)).toEqual([unchanged, [true, 2], [true, 1], [true, 1]]);
  });

  it("a version that a definition no longer has loses its fields, or all owners", async () => {
    const version = (name: string, storage: boolean) => ({
      name,
      served: true,
      storage,
      schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
    });
    const outcome = async (server: TestServer) => {
      const versions = [version("v1", true), version("v2", false)];
      const made = await server.request("POST", DEFINITIONS_PATH, { body: definition("pair", { versions }) });
      expect(made.status).toBe(201);
      const pairs = (of: string) => `/apis/test.example.com/${of}/namespaces/default/pairs`;
      const write = (of: string, spec: object) => {
        const body = { apiVersion: `test.example.com/${of}`, kind: "Pair", metadata: { name: "p" }, spec };
        return server.request("PATCH", `${pairs(of)}/p?fieldManager=${of}`, { body, headers: apply });
      };
      expect((await write("v2", { a: "1" })).status).toBe(201);
      expect((await write("v1", { b: "1" })).status).toBe(200);
      const at = `${DEFINITIONS_PATH}/${made.body.metadata.name}`;
      const narrowed = { spec: { versions: [version("v1", true)] } };
      expect((await server.request("PATCH", at, { body: narrowed, headers: merge })).status).toBe(200);
      await until(async () => (await server.request("GET", pairs("v2"))).status === 404);
      const applied = await write("v1", { b: "2" });
      const body = { spec: { c: "1" } };
      const patched = await server.request("PATCH", `${pairs("v1")}/p?fieldManager=m`, { body, headers: merge });
      const { managedFields } = patched.body.metadata;
      return [applied.status, applied.body["message"], managedFields?.map(({ manager }) => manager)];
    };
    expect(await outcome(specified)).toEqual([200, undefined, ["v1", "m"]]);
    const message = "request to convert CR to an invalid group/version: test.example.com/v2";
    expect(await outcome(reference)).toEqual([500, message, undefined]);
  });

  it("a watch of a single object streams events", async () => {
    for (const server of [specified, reference]) {
      for (const name of ["one", "two"]) await server.request("POST", maps, { body: configMap(name) });
    }
    const stream = await specified.watch(`${maps}/one?watch=true`);
    expect(await stream.names(1)).toEqual(["ADDED one"]);
    await specified.request("DELETE", `${maps}/two`);
    await specified.request("DELETE", `${maps}/one`);
    expect(await stream.names(1)).toEqual(["DELETED one"]);
    stream.close();
    const socket = await specified.webSocket(`/api/v1/namespaces/default?watch=1`);
    expect(await socket.names(1)).toEqual(["ADDED default"]);
    socket.close();
    const plain = await reference.request("GET", `${maps}/one?watch=true`);
    expect([plain.status, plain.body.kind, plain.body.metadata.name]).toEqual([200, "ConfigMap", "one"]);
  });

  it("a watch in YAML sends one document per event", async () => {
    const ask = async ({ url, agent }: TestServer) =>
      open({ url, agent }, "GET", `${maps}?watch=true&timeoutSeconds=1`, { headers: { accept: "application/yaml" } });
    await specified.request("POST", maps, { body: configMap("yaml") });
    const answer = await ask(specified);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/yaml;stream=watch"]);
    const text = (await collect(answer)).toString("utf8");
    expect(text).toMatch(/^---\n[\s\S]*\.\.\.\n$/);
    const events = parseAllDocuments(text).map((document) => document.toJS());
    const added = { type: "ADDED", object: { kind: "ConfigMap", metadata: { name: "yaml", namespace: "default" } } };
    expect(events).toContainEqual(expect.objectContaining({ type: "ADDED" }));
    expect(events.find((event) => event.object.metadata.name === "yaml")).toMatchObject(added);
    expect((await ask(reference)).statusCode).toBe(406);
  });

  it("deletecollection returns a Status", async () => {
    const path = `${core("default", "secrets")}?labelSelector=none%3Dsuch`;
    const answer = await specified.request("DELETE", path);
    expect(answer.body).toMatchObject({ kind: "Status", status: "Success", details: { kind: "secrets" } });
    expect((await reference.request("DELETE", path)).body.kind).toBe("SecretList");
    const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
    const { body } = await specified.request("DELETE", leases);
    expect(body).toMatchObject({ details: { group: "coordination.k8s.io", kind: "leases" } });
  });

  it("an exact resource version in the future is reported as too large", async () => {
    const path = `${maps}?resourceVersion=999999999&resourceVersionMatch=Exact`;
    const answer = await specified.request("GET", path);
    expect([answer.status, answer.body.reason]).toEqual([504, "Timeout"]);
    expect(answer.body.message).toMatch(/^Timeout: Too large resource version: 999999999, current: \d+$/);
    expect(answer.headers["retry-after"]).toBe("1");
    expect((await reference.request("GET", path)).status).toBe(500);
  });

  it("strict field validation of a patch responds 400 with the fields", async () => {
    for (const server of [specified, reference]) {
      await server.request("POST", deployments, { body: deployment() });
    }
    const patch = (server: TestServer, validation: string) =>
      server.request("PATCH", `${deployments}/web?fieldValidation=${validation}`, {
        body: { spec: { replica: 2, replicas: 2, other: 1 } },
        headers: merge,
      });
    const answer = await patch(specified, "Strict");
    expect([answer.status, answer.body.reason]).toEqual([400, "BadRequest"]);
    expect(answer.body.message).toContain(
      'strict decoding error: unknown field "spec.other", unknown field "spec.replica"',
    );
    expect((await patch(specified, "Warn")).headers["warning"]).toContain('unknown field \\"spec.replica\\"');
    expect((await patch(reference, "Strict")).status).toBe(422);
  });

  it("apply with unknown fields follows fieldValidation", async () => {
    const send = (server: TestServer, validation: string) =>
      server.request("PATCH", `${deployments}/applied?fieldManager=me&fieldValidation=${validation}`, {
        body: { ...deployment({ replica: 2 }), metadata: { name: "applied" } },
        headers: apply,
      });
    const strict = await send(specified, "Strict");
    expect(strict.status).toBe(400);
    expect(strict.body.message).toBe(
      'Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.template.spec.containers[0].imag", unknown field "spec.replica"',
    );
    const warned = await send(specified, "Warn");
    expect(warned.status).toBe(201);
    expect(warned.headers["warning"]).toContain('unknown field \\"spec.replica\\"');
    expect(JSON.stringify(warned.body.metadata.managedFields)).not.toContain('f:replica"');
    const ignored = await send(specified, "Ignore");
    expect([ignored.status, ignored.headers["warning"]]).toEqual([200, undefined]);
    for (const validation of ["Strict", "Warn", "Ignore"]) {
      expect((await send(reference, validation)).status).toBe(500);
    }
  });

  it("the last line of verbose health output follows the specification", async () => {
    const last = async (server: TestServer) =>
      (await server.request("GET", "/readyz?verbose")).text.trim().split("\n").at(-1);
    expect([await last(specified), await last(reference)]).toEqual(["healthz check passed", "readyz check passed"]);
  });
});
