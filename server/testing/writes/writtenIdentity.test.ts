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

const apply = (name: string, body: unknown) =>
  server.request("PATCH", `${maps}/${name}?fieldManager=m`, {
    body,
    headers: { "content-type": "application/apply-patch+yaml" },
  });

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

describe("system metadata that a client sends", () => {
  const sent = {
    uid: "00000000-0000-0000-0000-000000000001",
    creationTimestamp: "2001-01-01T00:00:00Z",
    deletionTimestamp: "2001-01-01T00:00:00Z",
    deletionGracePeriodSeconds: 30,
    selfLink: "/x",
  };
  const { uid, ...withoutUid } = sent;

  it("is dropped from a POST", async () => {
    const { body } = await server.request("POST", maps, { body: { metadata: { name: "sent", ...sent } } });
    const { metadata } = body;
    expect([metadata.uid, metadata.creationTimestamp]).not.toEqual([uid, sent.creationTimestamp]);
    expect(metadata).not.toHaveProperty("deletionTimestamp");
    expect(metadata).not.toHaveProperty("deletionGracePeriodSeconds");
    expect(metadata).not.toHaveProperty("selfLink");
    const review = { metadata: { ...sent, labels: { a: "b" } }, spec: { token: "x" } };
    const answer = await server.request("POST", "/apis/authentication.k8s.io/v1/tokenreviews", { body: review });
    const { managedFields: _, ...rest } = answer.body.metadata;
    expect(rest).toEqual({ creationTimestamp: null, labels: { a: "b" } });
  });

  // As in the reference, such an object exists until its next change.
  it("lets a PUT or an apply create a terminating object", async () => {
    const limits = { metadata: { name: "sent", ...withoutUid }, spec: { limits: [] } };
    const put = await server.request("PUT", core("self", "limitranges", "sent"), { body: limits });
    const configuration = { ...configMap("applied"), metadata: { name: "applied", ...withoutUid } };
    const applied = await apply("applied", configuration);
    for (const { status, body } of [put, applied]) {
      expect([status, body.metadata]).toEqual([
        201,
        expect.objectContaining({
          deletionTimestamp: sent.deletionTimestamp,
          deletionGracePeriodSeconds: sent.deletionGracePeriodSeconds,
        }),
      ]);
      expect(body.metadata.creationTimestamp).not.toBe(sent.creationTimestamp);
      expect(body.metadata).not.toHaveProperty("selfLink");
    }
  });

  it("names no missing object by its uid", async () => {
    const metadata = { name: "missing", uid };
    const limits = { metadata, spec: { limits: [] } };
    const put = await server.request("PUT", core("self", "limitranges", "missing"), { body: limits });
    expect([put.status, put.body.message]).toEqual([
      409,
      expect.stringContaining(`Precondition failed: UID in precondition: ${uid}, UID in object meta: `),
    ]);
    const applied = await apply("missing", { ...configMap("missing"), metadata });
    expect([applied.status, applied.body.message]).toEqual([
      409,
      `Operation cannot be fulfilled on configmaps "missing": uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
    ]);
  });

  it("keeps the version that a rehearsed creation by PUT names", async () => {
    const limits = { metadata: { name: "rehearsed", resourceVersion: "5" }, spec: { limits: [] } };
    const path = core("self", "limitranges", "rehearsed");
    expect((await server.request("PUT", `${path}?dryRun=All`, { body: limits })).body.metadata.resourceVersion).toBe(
      "5",
    );
    const { status, body } = await server.request("PUT", path, { body: limits });
    expect([status, body.metadata.resourceVersion === "5"]).toEqual([201, false]);
  });
});

describe("an action on a missing object", () => {
  it("checks its body first", async () => {
    const refusal = async (path: string, body: object): Promise<unknown[]> => {
      const answer = await server.request("POST", core("self", path), { body });
      return [answer.status, answer.body.message];
    };
    const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "other" } };
    const evicted = "name in URL does not match name in Eviction object";
    expect(await refusal("pods/none/eviction", eviction)).toEqual([400, evicted]);
    const binding = { apiVersion: "v1", kind: "Binding", metadata: { name: "other" }, target: { name: "n" } };
    expect(await refusal("pods/none/binding", binding)).toEqual([
      400,
      "name in URL does not match name in Binding object",
    ]);
    const named = { ...binding, metadata: { name: "none" } };
    expect(await refusal("pods/none/binding", named)).toEqual([404, 'pods "none" not found']);
    const token = {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenRequest",
      metadata: { name: "other" },
      spec: {},
    };
    expect((await refusal("serviceaccounts/none/token", token))[0]).toBe(422);
    expect(await refusal("serviceaccounts/none/token", { ...token, metadata: {} })).toEqual([
      404,
      'serviceaccounts "none" not found',
    ]);
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
