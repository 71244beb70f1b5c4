import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../shared/object.ts";
import { documentNames } from "./openApiDocuments.ts";
import { openApiV2, openApiV3, references, testSources } from "./testing/testSources.ts";

const sources = testSources();
const documents = new Map<string, JsonObject>();
for (const name of documentNames(sources)) documents.set(name, (await openApiV3(sources, name)) as JsonObject);
const whole = await openApiV2(sources);
const at = (value: unknown, ...keys: (string | number)[]): unknown =>
  keys.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
const apps = documents.get("apis/apps/v1");
const core = documents.get("api/v1");

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);
const operationsOf = (document: unknown): Record<string, unknown>[] =>
  Object.values(at(document, "paths") as JsonObject).flatMap((item) =>
    Object.entries(item as JsonObject)
      .filter(([method]) => METHODS.has(method))
      .map(([, operation]) => operation as Record<string, unknown>),
  );

describe("version 3 documents", () => {
  it("exist for every group, group version and general path", () => {
    expect([...documents.keys()]).toEqual(
      expect.arrayContaining([
        ".well-known/openid-configuration",
        "api",
        "api/v1",
        "apis",
        "apis/apps",
        "apis/apps/v1",
        "apis/rbac.authorization.k8s.io/v1",
        "openid/v1/jwks",
        "version",
      ]),
    );
    for (const document of documents.values()) expect(at(document, "openapi")).toBe("3.0.0");
  });

  it("resolve all references, and contain no unused definition", () => {
    for (const [name, document] of documents) {
      const defined = Object.keys((at(document, "components", "schemas") ?? {}) as JsonObject);
      const used = [...references(document)].map((ref) => ref.replace("#/components/schemas/", ""));
      expect([name, used.sort()]).toEqual([name, defined.sort()]);
    }
  });

  it("have a unique ID for every operation", () => {
    const ids = [...documents.values()].flatMap(operationsOf).map((operation) => operation["operationId"]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(700);
    expect(ids).toEqual(
      expect.arrayContaining([
        "readCoreV1NamespacedPod",
        "createAppsV1NamespacedDeployment",
        "listAppsV1DeploymentForAllNamespaces",
        "deleteAppsV1CollectionNamespacedDeployment",
        "watchAppsV1NamespacedDeploymentList",
        "patchAppsV1NamespacedDeploymentScale",
        "replaceCoreV1NamespaceFinalize",
        "createCoreV1NamespacedPodEviction",
        "createCoreV1NamespacedServiceAccountToken",
        "connectCoreV1PostNamespacedPodExec",
        "connectCoreV1GetNodeProxyWithPath",
        "readCoreV1NamespacedPodLog",
        "listRbacAuthorizationV1ClusterRole",
        "replaceFlowcontrolApiserverV1FlowSchemaStatus",
        "createAuthorizationV1SelfSubjectAccessReview",
        "getAppsV1APIResources",
        "getAppsAPIGroup",
        "getCodeVersion",
      ]),
    );
  });

  it("describe the patch operation of an object", () => {
    const path = at(apps, "paths", "/apis/apps/v1/namespaces/{namespace}/deployments/{name}");
    const shared = at(path, "parameters") as Record<string, unknown>[];
    expect(shared.map((parameter) => parameter["name"])).toEqual(["name", "namespace", "pretty"]);
    expect(shared[0]).toMatchObject({ in: "path", required: true, description: "name of the Deployment" });
    const patch = at(path, "patch") as Record<string, unknown>;
    expect((patch["parameters"] as Record<string, unknown>[]).map((parameter) => parameter["name"])).toEqual([
      "dryRun",
      "fieldManager",
      "fieldValidation",
      "force",
    ]);
    expect(patch).toMatchObject({
      operationId: "patchAppsV1NamespacedDeployment",
      tags: ["apps_v1"],
      "x-kubernetes-action": "patch",
      "x-kubernetes-group-version-kind": { group: "apps", version: "v1", kind: "Deployment" },
    });
    expect(Object.keys(at(patch, "requestBody", "content") as JsonObject)).toEqual([
      "application/apply-patch+yaml",
      "application/json-patch+json",
      "application/merge-patch+json",
      "application/strategic-merge-patch+json",
    ]);
    expect(Object.keys(at(patch, "responses") as JsonObject)).toEqual(["200", "201", "401"]);
  });

  it("list CBOR when its feature gate is on", async () => {
    const open = { ...sources, features: { enabled: () => true } };
    const gated = await openApiV3(open, "apis/apps/v1");
    const content = (...path: string[]): string[] =>
      Object.keys(at(gated, "paths", ...path, "content") as Record<string, unknown>);
    const [list, item] = ["deployments", "deployments/{name}"].map(
      (rest) => `/apis/apps/v1/namespaces/{namespace}/${rest}`,
    ) as [string, string];
    expect(content(item, "get", "responses", "200")).toContain("application/cbor");
    expect(content(item, "get", "responses", "200")).not.toContain("application/cbor-seq");
    expect(content(list, "get", "responses", "200")).toContain("application/cbor-seq");
    expect(content(item, "patch", "requestBody")).toContain("application/apply-patch+cbor");
    expect(content("/apis/apps/v1/", "get", "responses", "200")).toContain("application/cbor");
    expect(JSON.stringify(documents.get("apis/apps/v1"))).not.toContain("cbor");
  });

  it("put the parameters of a path with one operation on the path", () => {
    const path = at(apps, "paths", "/apis/apps/v1/deployments");
    expect(at(path, "get", "parameters")).toBeUndefined();
    expect((at(path, "parameters") as Record<string, unknown>[]).map((parameter) => parameter["name"])).toEqual([
      "allowWatchBookmarks",
      "continue",
      "fieldSelector",
      "labelSelector",
      "limit",
      "pretty",
      "resourceVersion",
      "resourceVersionMatch",
      "sendInitialEvents",
      "timeoutSeconds",
      "watch",
    ]);
  });

  it("describe the response of a deletion", () => {
    const deleted = (document: unknown, path: string): unknown =>
      at(document, "paths", path, "delete", "responses", "200", "content", "application/json", "schema", "$ref");
    expect(deleted(core, "/api/v1/namespaces/{namespace}/pods/{name}")).toBe(
      "#/components/schemas/io.k8s.api.core.v1.Pod",
    );
    expect(deleted(core, "/api/v1/namespaces/{namespace}/configmaps/{name}")).toBe(
      "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Status",
    );
  });

  it("list the options of a stream as query parameters", () => {
    const parameters = at(core, "paths", "/api/v1/namespaces/{namespace}/pods/{name}/exec", "parameters");
    expect((parameters as Record<string, unknown>[]).map((parameter) => parameter["name"])).toEqual([
      "command",
      "container",
      "name",
      "namespace",
      "stderr",
      "stdin",
      "stdout",
      "tty",
    ]);
  });

  it("are absent for what is not served", async () => {
    for (const name of ["apis/apps/v2", "apis/nothing", "apis/apps/v1/deployments", "api/v2", "", "nothing"]) {
      expect([name, await openApiV3(sources, name)]).toEqual([name, undefined]);
    }
  });
});

describe("the version 2 document", () => {
  const document = whole;

  it("resolves all references, and contains nothing unused", () => {
    const defined = [
      ...Object.keys(document["definitions"] as JsonObject).map((name) => `#/definitions/${name}`),
      ...Object.keys(document["parameters"] as JsonObject).map((name) => `#/parameters/${name}`),
    ];
    expect([...references(document)].sort()).toEqual(defined.sort());
  });

  it("has the same operations as all version 3 documents together", () => {
    const ids = (of: unknown): unknown[] => operationsOf(of).map((operation) => operation["operationId"]);
    expect(ids(document).sort()).toEqual([...documents.values()].flatMap(ids).sort());
  });

  it("omits defaults, and keeps descriptions beside references", () => {
    const spec = at(document, "definitions", "io.k8s.api.apps.v1.Deployment", "properties", "spec");
    expect(spec).toEqual({
      $ref: "#/definitions/io.k8s.api.apps.v1.DeploymentSpec",
      description: "Specification of the desired behavior of the Deployment.",
    });
    expect(
      at(document, "definitions", "io.k8s.api.core.v1.ContainerPort", "properties", "protocol"),
    ).not.toHaveProperty("default");
  });

  it("lists dryRun and fieldValidation where clients look for them", () => {
    const parameters = at(document, "paths", "/api/v1/namespaces/{namespace}/pods/{name}", "patch", "parameters");
    const names = (parameters as Record<string, unknown>[]).map((parameter) => parameter["name"] ?? parameter["$ref"]);
    const plain = names.map((name) => String(name).replace(/-[\w-]{8}$/, ""));
    expect(plain).toEqual(["body", "dryRun", "#/parameters/fieldManager", "fieldValidation", "#/parameters/force"]);
  });
});

describe("another vocabulary", () => {
  const other = testSources("orch");

  it("contains none of the product's own words", async () => {
    const all = await Promise.all(documentNames(other).map((name) => openApiV3(other, name)));
    const text = JSON.stringify([await openApiV2(other), ...all]);
    expect(text).not.toMatch(/kubernetes|k8s|kube-/i);
    expect(text).toContain("io.orch.api.core.v1.Pod");
    expect(text).toContain("x-orch-list-map-keys");
    expect(text).toContain("application/vnd.orch.protobuf");
  });
});

describe("shared parameters", () => {
  it("have the reference's names and the descriptions that clients search for", () => {
    const shared = whole["parameters"] as Record<string, { description?: string }>;
    expect(Object.keys(shared)).toEqual(
      expect.arrayContaining([
        "allowWatchBookmarks-HC2hJt-J",
        "body-2Y1dVQaQ",
        "continue-QfD61s0i",
        "fieldManager-7c6nTn1T",
        "fieldManager-Qy4HdaTW",
        "fieldSelector-xIcQKXFG",
        "force-tOGGb0Yi",
        "gracePeriodSeconds--K5HaBOS",
        "labelSelector-5Zw57w4C",
        "limit-1NfNmdNH",
        "namespace-vgWSWtn3",
        "orphanDependents-uRB25kX5",
        "pretty-tJGM1-ng",
        "propagationPolicy-6jk3prlO",
        "resourceVersionMatch-t8XhRHeC",
        "sendInitialEvents-rLXlEK_k",
        "timeoutSeconds-yvYezaOC",
        "watch-XNNPZGbK",
      ]),
    );
    expect(shared["labelSelector-5Zw57w4C"]?.description).toContain("list of returned");
    expect(shared["watch-XNNPZGbK"]?.description).toContain("Watch for changes to the described resources");
  });

  it("resolve all references to them", () => {
    const used = [...references(whole["paths"])].filter((ref) => ref.startsWith("#/parameters/"));
    for (const ref of used) expect(whole["parameters"]).toHaveProperty([ref.replace("#/parameters/", "")]);
  });
});

it("lists the consumed media types of every operation on resources", () => {
  for (const operation of operationsOf(whole)) {
    if (operation["x-kubernetes-action"] !== undefined) expect(operation).toHaveProperty("consumes");
  }
  expect(at(whole, "paths", "/api/v1/namespaces/{namespace}/pods", "get", "consumes")).toEqual(["*/*"]);
});
