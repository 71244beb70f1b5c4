import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { DEFINITIONS_PATH, definition } from "../../api/extensions/testing/definitions.ts";
import { namespace } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.request("POST", "/api/v1/namespaces", { body: namespace("empty") });
});
afterAll(() => server.stop());

async function apply(path: string, manager: string, body: object, query = "") {
  return server.request("PATCH", `${path}?fieldManager=${manager}${query}`, {
    headers: { "content-type": "application/apply-patch+yaml" },
    body,
  });
}

const owned = ({ body }: { body: object }, manager: string): unknown =>
  (body as ApiObject).metadata.managedFields?.find((entry) => entry.manager === manager)?.fieldsV1;
const inTemplate = (fields: object) => ({ "f:spec": { "f:template": { "f:spec": fields } } });
const conflict = (owner: string, field: string) => ({
  status: 409,
  body: { message: `Apply failed with 1 conflict: conflict with "${owner}": ${field}` },
});

const role = (name: string, more: object) => ({
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "ClusterRole",
  metadata: { name },
  ...more,
});
const rolePath = (name: string) => `/apis/rbac.authorization.k8s.io/v1/clusterroles/${name}`;
const containers = [{ name: "c", image: "i" }];

const template = (spec: object) => ({ metadata: { labels: { a: "b" } }, spec: { containers, ...spec } });
const deployment = (name: string, spec: object) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: { selector: { matchLabels: { a: "b" } }, template: template(spec) },
});
const only = (name: string, spec: object) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: { template: { spec } },
});
const deployments = "/apis/apps/v1/namespaces/empty/deployments";
const toleration = { key: "k", operator: "Exists" };

const SPEC = ".spec.template.spec";

describe("an applied empty value of a built-in type", () => {
  it("is owned for atomic fields, and for empty structs and maps", async () => {
    const empties = { tolerations: [], nodeSelector: {}, securityContext: {}, hostAliases: [], volumes: [] };
    const made = await apply(`${deployments}/owned`, "m", deployment("owned", empties));
    // An empty list of identified items has nothing to own.
    expect(owned(made, "m")).toMatchObject(
      inTemplate({ "f:tolerations": {}, "f:nodeSelector": {}, "f:securityContext": {} }),
    );
    expect(JSON.stringify(owned(made, "m"))).not.toMatch(/hostAliases|volumes/);
    expect(JSON.stringify((made.body as ApiObject)["spec"])).not.toMatch(/tolerations|nodeSelector/);
  });

  it("conflicts with another manager that applies the same or another value", async () => {
    const path = `${deployments}/contested`;
    await apply(path, "m", deployment("contested", { tolerations: [], nodeSelector: {}, hostname: "" }));
    for (const [member, values] of [
      ["tolerations", [[toleration], []]],
      ["nodeSelector", [{ a: "b" }, {}]],
      ["hostname", ["h", ""]],
    ] as const) {
      for (const value of values) {
        const other = await apply(path, "two", only("contested", { [member]: value }));
        expect([member, other]).toMatchObject([member, conflict("m", `${SPEC}.${member}`)]);
      }
    }
  });

  it("conflicts with an owner of the field, and takes it over with force", async () => {
    const path = `${deployments}/contests`;
    const given = { tolerations: [toleration], nodeSelector: { a: "b" }, hostname: "h", hostNetwork: true };
    await apply(path, "one", deployment("contests", given));
    const empties = { tolerations: [], nodeSelector: {}, hostname: "", hostNetwork: false };
    for (const [member, value] of Object.entries(empties)) {
      const other = await apply(path, "two", only("contests", { [member]: value }));
      expect([member, other]).toMatchObject([member, conflict("one", `${SPEC}.${member}`)]);
    }
    const forced = await apply(path, "two", only("contests", empties), "&force=true");
    expect(forced.status).toBe(200);
    expect(owned(forced, "two")).toEqual(
      inTemplate({ "f:tolerations": {}, "f:nodeSelector": {}, "f:hostname": {}, "f:hostNetwork": {} }),
    );
    expect(JSON.stringify(owned(forced, "one"))).not.toMatch(/tolerations|nodeSelector|hostname|hostNetwork/);
    expect(JSON.stringify((forced.body as ApiObject)["spec"])).not.toMatch(/tolerations|nodeSelector|hostname/);
    const again = await apply(path, "two", only("contests", empties));
    expect(again.body.metadata?.resourceVersion).toBe(forced.body.metadata?.resourceVersion);
    const taken = await apply(path, "one", deployment("contests", { tolerations: [toleration] }));
    expect(taken).toMatchObject(conflict("two", `${SPEC}.tolerations`));
  });

  it("is not owned after a create or update, because Go's omitempty drops the field", async () => {
    const body = deployment("put", { tolerations: [], nodeSelector: {} });
    const made = await server.request("POST", `${deployments}?fieldManager=put`, { body });
    expect(JSON.stringify(owned(made, "put"))).not.toMatch(/tolerations|nodeSelector/);
    expect((await apply(`${deployments}/put`, "two", only("put", { tolerations: [] }))).status).toBe(200);
  });

  it("is owned, and causes conflicts, in a field without omitempty", async () => {
    const rule = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };
    await apply(rolePath("r"), "one", role("r", { rules: [rule] }));
    expect(await apply(rolePath("r"), "two", role("r", { rules: [] }))).toMatchObject(conflict("one", ".rules"));
    const forced = await apply(rolePath("r"), "two", role("r", { rules: [] }), "&force=true");
    expect(owned(forced, "two")).toEqual({ "f:rules": {} });
    expect(await apply(rolePath("r"), "one", role("r", { rules: [rule] }))).toMatchObject(conflict("two", ".rules"));
  });
});

describe("an applied empty value of a custom type", () => {
  const schema = {
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: {
          atomic: { type: "array", items: { type: "string" } },
          set: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
          map: { type: "object", "x-kubernetes-map-type": "atomic", additionalProperties: { type: "string" } },
          granular: { type: "object", additionalProperties: { type: "string" } },
          text: { type: "string" },
        },
      },
    },
  };
  const path = "/apis/test.example.com/v1/namespaces/empty/empties";
  const custom = (name: string, spec: object) => ({
    apiVersion: "test.example.com/v1",
    kind: "Emptie",
    metadata: { name },
    spec,
  });

  it("is kept, is owned, and causes conflicts", async () => {
    const body = definition("emptie", { schema: schema as never });
    expect((await server.request("POST", DEFINITIONS_PATH, { body })).status).toBe(201);
    const spec = { atomic: [], set: [], map: {}, granular: {}, text: "" };
    const made = await apply(`${path}/a`, "m", custom("a", spec));
    expect((made.body as ApiObject)["spec"]).toEqual(spec);
    expect(owned(made, "m")).toEqual({
      "f:spec": { "f:atomic": {}, "f:map": {}, "f:granular": {}, "f:text": {} },
    });
    for (const [member, value] of [
      ["atomic", ["a"]],
      ["map", { a: "b" }],
      ["text", "t"],
    ] as const) {
      const other = await apply(`${path}/a`, "two", custom("a", { [member]: value }));
      expect([member, other]).toMatchObject([member, conflict("m", `.spec.${member}`)]);
    }
    // If it stays empty, the value is the same: two managers may own it.
    expect((await apply(`${path}/a`, "two", custom("a", { atomic: [] }))).status).toBe(200);
    expect((await apply(`${path}/a`, "two", custom("a", { set: ["x"] }))).status).toBe(200);
  });
});

describe("an applied text that its type's decoder refuses", () => {
  const secrets = "/api/v1/namespaces/empty/secrets";
  const leases = "/apis/coordination.k8s.io/v1/namespaces/empty/leases";
  const failed = (what: string, kind: string, message: string) => ({
    status: 500,
    body: {
      message: `failed to convert new object (${what}; ${kind}) to proper version: unable to convert unstructured object to ${kind}: ${message}`,
    },
  });
  const secret = (data: object) => ({ apiVersion: "v1", kind: "Secret", metadata: { name: "text" }, data });

  it("is refused, whether or not the object exists, and changes nothing", async () => {
    const refusal = failed(
      "/text",
      "/v1, Kind=Secret",
      "error decoding from json: illegal base64 data at input byte 1",
    );
    expect(await apply(`${secrets}/text`, "m", secret({ a: "A_b" }))).toMatchObject(refusal);
    expect((await apply(`${secrets}/text`, "m", secret({ a: "MQ==" }))).status).toBe(201);
    expect(await apply(`${secrets}/text`, "m", secret({ a: "A_b" }))).toMatchObject(refusal);
    expect((await server.request("GET", `${secrets}/text`)).body).toMatchObject({ data: { a: "MQ==" } });
  });

  it("is also refused for times", async () => {
    const spec = { renewTime: "2026-01-02T03:04:05Z" };
    const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "text" }, spec };
    expect(await apply(`${leases}/text`, "m", lease)).toMatchObject(
      failed(
        "/text",
        "coordination.k8s.io/v1, Kind=Lease",
        'parsing time "2026-01-02T03:04:05Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"',
      ),
    );
  });
});
