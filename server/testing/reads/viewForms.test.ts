import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { DEFINITIONS_PATH, definition, object } from "../../api/extensions/testing/definitions.ts";
import { core, deployment, namespace } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
const form = (kind: string): string => `application/json;as=${kind};v=v1;g=meta.k8s.io`;
const scale = "/apis/apps/v1/namespaces/forms/deployments/d/scale";
const widgets = "/apis/test.example.com/v1/namespaces/forms/widgets";

beforeAll(async () => {
  server = await startTestServer();
  await server.request("POST", "/api/v1/namespaces", { body: namespace("forms") });
  await server.request("POST", "/apis/apps/v1/namespaces/forms/deployments", { body: deployment("d", 3) });
  const scaled = { subresources: { scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } } };
  await server.request("POST", DEFINITIONS_PATH, { body: definition("widget", { version: scaled }) });
  await server.request("POST", widgets, { body: object("Widget", "w", { spec: { n: 1 } }) });
});
afterAll(() => server.stop());

const get = (path: string, accept: string) => server.request("GET", path, { headers: { accept } });

describe("a scale subresource", () => {
  it("is available as a Table with its own columns, or as partial metadata", async () => {
    const table = await get(scale, form("Table"));
    expect(table.body.columnDefinitions?.map(({ name }) => name)).toEqual(["Name", "Desired", "Available", "Age"]);
    expect(table.body.rows?.[0]?.cells.slice(0, 3)).toEqual(["d", 3, 0]);
    expect((await get(scale, form("PartialObjectMetadata"))).body).toMatchObject({
      kind: "PartialObjectMetadata",
      metadata: { name: "d" },
    });
    expect((await get(scale, form("PartialObjectMetadataList"))).body.message).toBe(
      "you requested PartialObjectMetadataList, but the requested object is not a list (*autoscaling.Scale)",
    );
  });

  it("of a custom resource has no Table", async () => {
    expect((await get(`${widgets}/w/scale`, form("Table"))).status).toBe(406);
    expect((await get(`${widgets}/w/scale`, `${form("Table")},application/json`)).body.kind).toBe("Scale");
  });

  it("that is missing is reported with the parent resource", async () => {
    const missing = async (path: string): Promise<string | undefined> =>
      (await server.request("GET", path)).body.message;
    expect(await missing(scale.replace("/d/", "/none/"))).toBe('deployments/scale.apps "none" not found');
    expect(await missing(core("forms", "replicationcontrollers", "none/scale"))).toBe(
      'replicationcontrollers/scale.autoscaling "none" not found',
    );
    expect(await missing(`${widgets}/none/scale`)).toBe('widgets.test.example.com "none" not found');
  });
});

describe("the response to an action", () => {
  const review = {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SelfSubjectAccessReview",
    spec: { nonResourceAttributes: { path: "/x", verb: "get" } },
  };
  const ask = (accept: string) =>
    server.request("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
      body: review,
      headers: { accept },
    });

  it("has the path's namespace, even when the body omits it", async () => {
    const path = "/apis/authorization.k8s.io/v1/namespaces/forms/localsubjectaccessreviews";
    const spec = { user: "u", resourceAttributes: { namespace: "forms", verb: "get", resource: "pods" } };
    const local = { apiVersion: "authorization.k8s.io/v1", kind: "LocalSubjectAccessReview", spec };
    expect((await server.request("POST", path, { body: local })).body.metadata.namespace).toBe("forms");
    const elsewhere = await server.request("POST", path, { body: { ...local, metadata: { namespace: "other" } } });
    expect([elsewhere.status, elsewhere.body.message]).toEqual([
      400,
      "the namespace of the provided object does not match the namespace sent on the request",
    ]);
  });

  it("is available as partial metadata, but not as a Table", async () => {
    expect((await ask(form("Table"))).status).toBe(406);
    expect((await ask(form("PartialObjectMetadata"))).body.kind).toBe("PartialObjectMetadata");
  });
});

describe("partial metadata of a single object", () => {
  it("is not available for lists, and deletecollection returns a Status", async () => {
    const refusal = (type: string) =>
      `you requested PartialObjectMetadata, but the requested object is a list (*${type})`;
    expect((await get(widgets, form("PartialObjectMetadata"))).body.message).toBe(
      refusal("unstructured.UnstructuredList"),
    );
    const gone = await server.request("DELETE", `${core("forms", "configmaps")}`, {
      headers: { accept: form("PartialObjectMetadata") },
    });
    expect([gone.status, gone.body.kind]).toEqual([200, "Status"]);
  });
});

describe("the bookmark after the initial events", () => {
  it("contains the empty list in the requested representation", async () => {
    const query = "watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
    const blueprint = async (accept: string): Promise<unknown> => {
      const events = await server.watch(`${widgets}?${query}`, { headers: { accept } });
      await events.next();
      const bookmark = await events.next();
      events.close();
      const shown = bookmark?.object as ApiObject | undefined;
      const text = shown?.metadata.annotations?.["kubernetes.io/initial-events-list-blueprint"] ?? "";
      return Buffer.from(text, "base64").toString();
    };
    expect(await blueprint("application/json")).toBe(
      '{"apiVersion":"test.example.com/v1","items":[],"kind":"WidgetList"}\n',
    );
    expect(await blueprint(form("PartialObjectMetadata"))).toBe(
      '{"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{},"items":null}\n',
    );
  });
});
