import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFINITIONS_PATH, definition, object } from "../../api/extensions/testing/definitions.ts";
import { configMap, core, deployment, namespace, service } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
const maps = core("self", "configmaps");
const deployments = "/apis/apps/v1/namespaces/self/deployments";
const widgets = "/apis/test.example.com/v1/namespaces/self/widgets";

beforeAll(async () => {
  server = await startTestServer();
  await server.request("POST", "/api/v1/namespaces", { body: namespace("self") });
  await server.request("POST", DEFINITIONS_PATH, { body: definition("widget") });
  await server.request("POST", maps, { body: configMap("a", { k: "v" }) });
  await server.request("POST", widgets, { body: object("Widget", "w") });
});
afterAll(() => server.stop());

const patch = (path: string, type: string, body: unknown) =>
  server.request("PATCH", path, { body, headers: { "content-type": `application/${type}+json` } });

describe("a patch", () => {
  it("that removes namespace or kind restores them", async () => {
    const moved = await patch(`${maps}/a`, "json-patch", [{ op: "remove", path: "/metadata/namespace" }]);
    expect([moved.status, moved.body.metadata.namespace]).toEqual([200, "self"]);
    const kindless = await patch(`${maps}/a`, "merge-patch", { kind: null, data: { k: "w" } });
    expect([kindless.status, kindless.body.kind]).toEqual([200, "ConfigMap"]);
  });

  it("of a custom resource that changes its kind fails validation of the result", async () => {
    const kind = await patch(`${widgets}/w`, "merge-patch", { kind: "Other" });
    expect([kind.status, kind.body.message]).toEqual([
      422,
      'Other.test.example.com "w" is invalid: kind: Invalid value: "Other": must be Widget',
    ]);
    const version = await patch(`${widgets}/w`, "merge-patch", { apiVersion: "v1" });
    expect(version.body.message).toBe(
      'Widget "w" is invalid: apiVersion: Invalid value: "v1": must be test.example.com/v1',
    );
    const none = await patch(`${widgets}/w`, "merge-patch", { kind: null });
    expect(none.body.message).toContain("Object 'Kind' is missing in '{");
  });
});

describe("a PUT", () => {
  it("checks the namespace first, then the name", async () => {
    const other = { ...configMap("b"), metadata: { name: "b", namespace: "elsewhere" } };
    expect((await server.request("PUT", `${maps}/a`, { body: other })).body.message).toBe(
      "the namespace of the provided object does not match the namespace sent on the request",
    );
    await server.request("POST", deployments, { body: deployment("d") });
    const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: {}, spec: { replicas: 2 } };
    expect((await server.request("PUT", `${deployments}/d/scale`, { body: scale })).body.message).toBe(
      "the name of the object (d based on URL) was undeterminable: name must be provided",
    );
  });

  it("creates a service or limit range, but not a config map", async () => {
    const put = async (plural: string, body: unknown): Promise<number> =>
      (await server.request("PUT", core("self", plural, "new"), { body })).status;
    expect(await put("services", service("new"))).toBe(201);
    const limits = { apiVersion: "v1", kind: "LimitRange", metadata: { name: "new" }, spec: { limits: [] } };
    expect(await put("limitranges", limits)).toBe(201);
    expect(await put("configmaps", configMap("new"))).toBe(404);
  });
});

describe("a POST", () => {
  const post = async (path: string, body: unknown): Promise<unknown[]> => {
    const answer = await server.request("POST", path, { body });
    return [answer.status, answer.body.message ?? answer.body.metadata.resourceVersion];
  };
  const versioned = (name: string, resourceVersion: string) => ({
    ...configMap(name),
    metadata: { name, resourceVersion },
  });

  it("may not set resourceVersion, except to 0 or in a dry run", async () => {
    const refused = "resourceVersion should not be set on objects to be created";
    expect(await post(maps, versioned("v", "5"))).toEqual([500, refused]);
    expect(await post(`${maps}?dryRun=All`, versioned("v", "5"))).toEqual([201, "5"]);
    expect((await post(maps, versioned("v", "0")))[0]).toBe(201);
  });

  it("distinguishes a wrong API version of a known kind from an unknown kind", async () => {
    const at = (apiVersion: string) => ({ ...deployment("x"), apiVersion });
    const mismatch = (given: string) =>
      `the API version in the data (${given}) does not match the expected API version (apps/v1)`;
    expect(await post(deployments, at("apps/v1beta1"))).toEqual([400, mismatch("apps/v1beta1")]);
    expect(await post(deployments, at("extensions/v1beta1"))).toEqual([400, mismatch("extensions/v1beta1")]);
    const set = await post(deployments, { ...at("extensions/v1beta1"), kind: "DaemonSet" });
    const unknown = "converting (v1beta1.DaemonSet) to (apps.Deployment): unknown conversion";
    expect(set).toEqual([400, `DaemonSet in version "v1beta1" cannot be handled as a Deployment: ${unknown}`]);
    for (const [group, path, kind] of [
      ["apiextensions.k8s.io", "customresourcedefinitions", "CustomResourceDefinition"],
      ["apiregistration.k8s.io", "apiservices", "APIService"],
    ] as const) {
      const old = await post(`/apis/${group}/v1/${path}`, { apiVersion: `${group}/v1beta1`, kind });
      const versions = `(${group}/v1beta1) does not match the expected API version (${group}/v1)`;
      expect(old).toEqual([400, `the API version in the data ${versions}`]);
    }
    expect((await post(deployments, at("apps/v7")))[1]).toMatch(/no kind "Deployment" is registered/);
    const eviction = { apiVersion: "policy/v1beta1", kind: "Eviction", metadata: { name: "p" } };
    expect(await post(`${core("self", "pods", "p")}/eviction`, eviction)).toEqual([404, 'pods "p" not found']);
  });
});
