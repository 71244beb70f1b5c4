import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../acting/testing/until.ts";
import { at } from "../conformance/shape.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { API_SERVICES } from "./aggregatedApi.ts";

const CORE = "/api/v1/namespaces/default";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const LABEL = "kube-aggregator.kubernetes.io/automanaged";
const MERGE = { "content-type": "application/merge-patch+json" };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const get = async (name: string) => (await server.request("GET", `${API_SERVICES}/${name}`)).body;
const exists = async (name: string): Promise<boolean> =>
  (await server.request("GET", `${API_SERVICES}/${name}`)).status === 200;

const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
const version = (name: string, storage = false) => ({ name, served: true, storage, schema });
function definition(kind: string, group: string, versions: readonly object[]) {
  const singular = kind.toLowerCase();
  const names = { kind, singular, plural: `${singular}s`, listKind: `${kind}List` };
  return { metadata: { name: `${singular}s.${group}` }, spec: { group, scope: "Namespaced", names, versions } };
}

describe("API services of custom resource definitions", () => {
  it("are created for served versions, and deleted with the last definition of them", async () => {
    const group = "gardens.example.com";
    await server.request("POST", DEFINITIONS, {
      body: definition("Rake", group, [version("v1", true), version("v2")]),
    });
    await until(() => exists(`v2.${group}`));
    await until(async () => at(await get(`v1.${group}`), "status.conditions.0") !== undefined);
    expect(await get(`v1.${group}`)).toMatchObject({
      metadata: { labels: { [LABEL]: "true" } },
      spec: { group, version: "v1", groupPriorityMinimum: 1000, versionPriority: 100 },
      status: { conditions: [{ type: "Available", status: "True", reason: "Local" }] },
    });
    await server.request("POST", DEFINITIONS, { body: definition("Spade", group, [version("v1", true)]) });
    const versions = [version("v1", true), { ...version("v2"), served: false }];
    await server.request("PATCH", `${DEFINITIONS}/rakes.${group}`, { body: { spec: { versions } }, headers: MERGE });
    await until(async () => !(await exists(`v2.${group}`)));
    await server.request("DELETE", `${DEFINITIONS}/rakes.${group}`);
    await server.request("POST", DEFINITIONS, { body: definition("Hoe", "fields.example.com", [version("v1", true)]) });
    await until(() => exists("v1.fields.example.com"));
    expect(await exists(`v1.${group}`)).toBe(true);
    await server.request("DELETE", `${DEFINITIONS}/spades.${group}`);
    await until(async () => !(await exists(`v1.${group}`)));
  });

  it("are restored when a client changes or deletes them", async () => {
    const group = "ponds.example.com";
    const name = `v1.${group}`;
    await server.request("POST", DEFINITIONS, { body: definition("Net", group, [version("v1", true)]) });
    await until(() => exists(name));
    const { metadata } = await get(name);
    await server.request("DELETE", `${API_SERVICES}/${name}`);
    await until(async () => (await exists(name)) && (await get(name)).metadata.uid !== metadata.uid);
    await server.request("PATCH", `${API_SERVICES}/${name}`, {
      body: { spec: { versionPriority: 1 } },
      headers: MERGE,
    });
    await until(async () => (await get(name))["spec"] !== undefined && priority(await get(name)) === 100);
  });

  it("are not managed when a user created them", async () => {
    const group = "woods.example.com";
    const spec = { group, version: "v1", groupPriorityMinimum: 2000, versionPriority: 7 };
    await server.request("POST", API_SERVICES, { body: { metadata: { name: `v1.${group}` }, spec } });
    await server.request("POST", DEFINITIONS, { body: definition("Axe", group, [version("v1", true), version("v2")]) });
    await until(() => exists(`v2.${group}`));
    expect((await get(`v1.${group}`))["spec"]).toEqual(spec);
    const { body } = await server.request("GET", `/apis/${group}`);
    expect(body["preferredVersion"]).toMatchObject({ version: "v2" });
    await server.request("DELETE", `${DEFINITIONS}/axes.${group}`);
    await until(async () => !(await exists(`v2.${group}`)));
    expect(await exists(`v1.${group}`)).toBe(true);
  });
});

describe("API services without a resource", () => {
  const ACCEPT = { accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" };
  const document = async (path: string, headers = {}) => {
    const { status, body } = await server.request("GET", path, { headers });
    return { status, text: JSON.stringify(body) };
  };

  it("have a group, which the aggregated discovery document omits", async () => {
    const group = "moors.example.com";
    const spec = { group, version: "v1", groupPriorityMinimum: 2000, versionPriority: 7 };
    await server.request("POST", API_SERVICES, { body: { metadata: { name: `v1.${group}` }, spec } });
    await until(async () => (await document(`/apis/${group}`)).status === 200);
    const { body } = await server.request("GET", `/apis/${group}`);
    const entry = { groupVersion: `${group}/v1`, version: "v1" };
    expect(body).toMatchObject({ name: group, versions: [entry], preferredVersion: entry });
    expect((await document(`/apis/${group}/v1`)).status).toBe(404);
    expect((await document("/apis")).text).toContain(group);
    expect((await document("/")).text).toContain(`"/apis/${group}/v1"`);
    expect((await document("/apis", ACCEPT)).text).not.toContain(group);
    await server.request("DELETE", `${API_SERVICES}/v1.${group}`);
    await until(async () => (await document(`/apis/${group}`)).status === 404);
  });
});

const priority = (object: Record<string, unknown>): unknown =>
  (object["spec"] as Record<string, unknown>)["versionPriority"];

describe("API services of built-in groups", () => {
  it("are repaired at startup only", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "orrery-api-services-"));
    const first = await startTestServer({ dataDir });
    const path = `${API_SERVICES}/v1.batch`;
    const service = { namespace: "default", name: "elsewhere", port: 443 };
    await first.request("PATCH", path, { body: { spec: { versionPriority: 3, service } }, headers: MERGE });
    await first.request("DELETE", `${API_SERVICES}/v1.apps`);
    const condition = async (of: TestServer) => {
      const { body } = await of.request("GET", path);
      return (body["status"] as { conditions: { status: string; reason: string }[] }).conditions[0];
    };
    await until(async () => (await condition(first))?.reason === "ServiceNotFound");
    expect((await first.request("GET", "/apis/batch/v1/jobs")).status).toBe(503);
    expect((await first.request("GET", `${API_SERVICES}/v1.apps`)).status).toBe(404);
    await first.stop();
    const second = await startTestServer({ dataDir });
    await until(async () => (await condition(second))?.reason === "Local");
    expect(priority((await second.request("GET", path)).body)).toBe(15);
    expect((await second.request("GET", "/apis/batch/v1/jobs")).status).toBe(200);
    expect((await second.request("GET", `${API_SERVICES}/v1.apps`)).status).toBe(200);
    await second.stop();
    await rm(dataDir, { recursive: true });
  });
});

it("migrates the label that earlier versions wrote", async () => {
  const former = "kube-aggregator.k8s.io/automanaged";
  const dataDir = await mkdtemp(join(tmpdir(), "orrery-api-services-"));
  const first = await startTestServer({ dataDir });
  const labels = { [LABEL]: null, [former]: "onstart" };
  const path = `${API_SERVICES}/v1.policy`;
  await first.request("PATCH", path, { body: { metadata: { labels } }, headers: MERGE });
  await first.stop();
  const second = await startTestServer({ dataDir });
  const stored = async () => (await second.request("GET", path)).body.metadata.labels ?? {};
  await until(async () => LABEL in (await stored()));
  expect(await stored()).toEqual({ [LABEL]: "onstart" });
  await second.stop();
  await rm(dataDir, { recursive: true });
});

describe("the availability of an API service", () => {
  const name = "v1.lakes.example.com";
  const spec = {
    group: "lakes.example.com",
    version: "v1",
    groupPriorityMinimum: 1000,
    versionPriority: 10,
    service: { namespace: "default", name: "lakes", port: 443 },
  };
  interface Condition {
    readonly status: string;
    readonly reason: string;
    readonly message: string;
    readonly lastTransitionTime: string;
  }
  const condition = async (): Promise<Partial<Condition>> => {
    const { conditions = [] } = ((await get(name))["status"] ?? {}) as { conditions?: Condition[] };
    return conditions[0] ?? {};
  };

  it("follows the service and its endpoints, with the reference's reasons", async () => {
    await server.request("POST", API_SERVICES, { body: { metadata: { name }, spec } });
    const is = (reason: string) => until(async () => (await condition()).reason === reason);
    await is("ServiceNotFound");
    expect(await condition()).toMatchObject({ status: "False", message: 'service/lakes in "default" is not present' });

    const ports = [{ name: "web", port: 80 }];
    await server.request("POST", `${CORE}/services`, { body: { metadata: { name: "lakes" }, spec: { ports } } });
    await is("ServicePortError");
    expect((await condition()).message).toBe('service/lakes in "default" is not listening on port 443');

    const both = { spec: { ports: [...ports, { name: "https", port: 443 }] } };
    await server.request("PATCH", `${CORE}/services/lakes`, { body: both, headers: MERGE });
    await is("EndpointsNotFound");
    expect((await condition()).message).toBe('cannot find endpoints for service/lakes in "default"');

    await server.request("POST", `${CORE}/endpoints`, { body: { metadata: { name: "lakes" } } });
    await is("MissingEndpoints");
    expect((await condition()).message).toBe(
      'endpoints for service/lakes in "default" have no addresses with port name "https"',
    );

    const slice = {
      metadata: { name: "lakes-1", labels: { "kubernetes.io/service-name": "lakes" } },
      addressType: "IPv4",
      ports: [{ name: "https", port: 1 }],
      endpoints: [{ addresses: ["192.0.2.1"] }],
    };
    const before = (await condition()).lastTransitionTime;
    await server.request("POST", "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices", { body: slice });
    // No server answers at that address: the check ends after its timeout.
    await until(async () => (await condition()).reason === "FailedDiscoveryCheck", 40_000);
    expect((await condition()).message).toContain(
      "failing or missing response from https://192.0.2.1:1/apis/lakes.example.com/v1: ",
    );
    expect((await condition()).lastTransitionTime).toBe(before);
    const { text } = await server.request("GET", "/metrics");
    expect(text).toContain(`aggregator_unavailable_apiservice{name="${name}"} 1`);
    expect(text).toContain(`aggregator_unavailable_apiservice_total{name="${name}",reason="ServiceNotFound"} 1`);
    expect(text).toContain('aggregator_unavailable_apiservice{name="v1.apps"} 0');
  }, 30_000);

  it("becomes Local without a service, and is not rewritten when nothing changes", async () => {
    await server.request("PATCH", `${API_SERVICES}/${name}`, { body: { spec: { service: null } }, headers: MERGE });
    await until(async () => (await condition()).reason === "Local");
    expect(await condition()).toMatchObject({ status: "True", message: "Local APIServices are always available" });
    const { metadata } = await get(name);
    await server.request("PATCH", `${CORE}/services/lakes`, {
      body: { metadata: { labels: { a: "b" } } },
      headers: MERGE,
    });
    for (let i = 0; i < 20; i++) await server.request("GET", "/version");
    expect((await get(name)).metadata.resourceVersion).toBe(metadata.resourceVersion);
  });
});
