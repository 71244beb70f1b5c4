import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestAnswer } from "../httpClient.ts";
import { configMap, core, deployment, namespace, service } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

/**
 * Words of the default vocabulary that a server under another one must never use. The short one must match as a
 * separate word, because the letters of generated names may contain it.
 */
const FOREIGN = /kubernetes|\bk8s\b|kube-/gi;

const TABLE = "application/json;as=Table;g=meta.orch.io;v=v1";
const PARTIAL = "application/json;as=PartialObjectMetadataList;g=meta.orch.io;v=v1";
const AGGREGATED = "application/json;g=apidiscovery.orch.io;v=v2;as=APIGroupDiscoveryList";

let server: TestServer;
const openApiDocuments: string[] = [];

beforeAll(async () => {
  server = await startTestServer({ vocabulary: "orch", controllers: ["*", "bootstrapsigner"] });
  await server.request("POST", "/api/v1/namespaces", { body: namespace("demo") });
  await server.request("POST", core("demo", "configmaps"), { body: configMap("map") });
  await server.request("POST", core("demo", "services"), { body: service("web") });
  await server.request("POST", "/apis/apps/v1/namespaces/demo/deployments", { body: deployment("web") });
  const index = await server.request("GET", "/openapi/v3");
  if (index.status === 200) {
    const { paths = {} } = index.body as unknown as { paths?: Record<string, { serverRelativeURL: string }> };
    openApiDocuments.push(...Object.values(paths).map(({ serverRelativeURL }) => serverRelativeURL));
  }
});
afterAll(() => server.stop());

/** Foreign words in an answer, each with its surrounding text. */
function leaks(answer: Pick<TestAnswer, "text" | "headers">): string[] {
  const text = `${JSON.stringify(answer.headers)}\n${answer.text}`;
  const found = [...text.matchAll(FOREIGN)].map(({ index }) => text.slice(Math.max(0, index - 30), index + 40));
  return [...new Set(found)].slice(0, 20);
}

const get = (path: string, accept = "application/json"): Promise<TestAnswer> =>
  server.request("GET", path, { headers: { accept } });

interface ResourceList {
  readonly groupVersion: string;
  readonly resources: readonly { readonly name: string; readonly verbs: readonly string[] }[];
}

/** Paths of all collections that can be listed, from discovery. */
async function collections(): Promise<string[]> {
  const core = (await get("/api/v1")).body as unknown as ResourceList;
  const groups = (await get("/apis")).body as unknown as {
    groups: { versions: { groupVersion: string }[] }[];
  };
  const paths = core.resources.filter((row) => row.verbs.includes("list")).map((row) => `/api/v1/${row.name}`);
  for (const { groupVersion } of groups.groups.flatMap((group) => group.versions)) {
    const list = (await get(`/apis/${groupVersion}`)).body as unknown as ResourceList;
    for (const row of list.resources) if (row.verbs.includes("list")) paths.push(`/apis/${groupVersion}/${row.name}`);
  }
  return paths;
}

describe("a server under another vocabulary", () => {
  it("contains no foreign words in discovery", async () => {
    const groups = (await get("/apis")).body as unknown as { groups: { versions: { groupVersion: string }[] }[] };
    const versions = groups.groups.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion));
    expect(versions).toContain("rbac.authorization.orch.io/v1");
    expect(versions).toContain("apps/v1");
    for (const path of ["/", "/api", "/api/v1", "/apis", ...versions.map((version) => `/apis/${version}`)]) {
      const answer = await get(path);
      expect([path, answer.status, leaks(answer)]).toEqual([path, 200, []]);
    }
    for (const path of ["/api", "/apis"]) {
      const answer = await get(path, AGGREGATED);
      expect(answer.body.kind).toBe("APIGroupDiscoveryList");
      expect(answer.body.apiVersion).toBe("apidiscovery.orch.io/v2");
      expect([path, leaks(answer)]).toEqual([path, []]);
    }
  });

  it.each([
    ["JSON", "application/json"],
    ["Tables", TABLE],
    ["metadata", PARTIAL],
    ["YAML", "application/yaml"],
  ])("contains no foreign words in any list as %s", async (_form, accept) => {
    const paths = await collections();
    expect(paths.length).toBeGreaterThan(50);
    for (const path of paths) {
      const answer = await get(path, accept);
      expect([path, answer.status, leaks(answer)]).toEqual([path, 200, []]);
    }
  });

  it("returns Tables of its own group", async () => {
    const answer = await get("/api/v1/namespaces", TABLE);
    expect(answer.body).toMatchObject({ kind: "Table", apiVersion: "meta.orch.io/v1" });
    const foreign = await get("/api/v1/namespaces", "application/json;as=Table;g=meta.k8s.io;v=v1");
    expect(foreign.status).toBe(406);
    expect(foreign.text).toContain("application/vnd.orch.protobuf");
    expect(leaks(foreign)).toEqual([]);
  });

  it("has namespaces, roles and bindings in its own vocabulary", async () => {
    const namespaces = (await get("/api/v1/namespaces")).body.items;
    expect(namespaces.map((item) => item.metadata.name)).toEqual(
      expect.arrayContaining(["default", "orch-system", "orch-public", "orch-node-lease"]),
    );
    expect(namespaces.find((item) => item.metadata.name === "default")?.metadata.labels).toEqual({
      "orch.io/metadata.name": "default",
    });
    const rbac = "/apis/rbac.authorization.orch.io/v1";
    const role = await get(`${rbac}/clusterroles/system:orch-scheduler`);
    expect(role.status).toBe(200);
    expect(role.body.apiVersion).toBe("rbac.authorization.orch.io/v1");
    expect(role.body.metadata.labels).toEqual({ "orch.io/bootstrapping": "rbac-defaults" });
    const bindings = (await get(`${rbac}/clusterrolebindings`)).body.items;
    const names = bindings.map((item) => item.metadata.name);
    expect(names).toContain("system:orch-controller-manager");
    expect(names).toContain("cluster-admin");
    const service = await get("/api/v1/namespaces/default/services/orch");
    expect(service.status).toBe(200);
  });

  it("publishes cluster-info under its own key", async () => {
    const { body } = await get("/api/v1/namespaces/orch-public/configmaps/cluster-info");
    expect(Object.keys(body["data"] ?? {})).toEqual(["orchconfig"]);
  });

  it("computes storage version hashes from its own groups", async () => {
    const { resources } = (await get("/apis/rbac.authorization.orch.io/v1")).body as unknown as {
      resources: { name: string; storageVersionHash: string }[];
    };
    const digest = createHash("sha256").update("rbac.authorization.orch.io/v1/Role").digest();
    expect(resources.find(({ name }) => name === "roles")?.storageVersionHash).toBe(
      digest.subarray(0, 8).toString("base64"),
    );
  });

  it("returns stored objects without foreign words, also as protobuf", async () => {
    for (const path of [
      "/api/v1/namespaces/default",
      "/apis/rbac.authorization.orch.io/v1/clusterroles",
      "/api/v1/namespaces/demo/configmaps",
    ]) {
      const answer = await get(path, "application/vnd.orch.protobuf");
      expect(answer.headers["content-type"]).toBe("application/vnd.orch.protobuf");
      // The four magic bytes that begin an envelope belong to the wire format, whatever the vocabulary.
      const content = answer.bytes.subarray(4).toString("latin1");
      expect([path, leaks({ headers: answer.headers, text: content })]).toEqual([path, []]);
    }
  });

  it("contains no foreign words in version, health and metrics", async () => {
    for (const path of ["/version", "/healthz?verbose", "/livez?verbose", "/readyz?verbose", "/metrics"]) {
      const answer = await get(path);
      expect([path, answer.status, leaks(answer)]).toEqual([path, 200, []]);
    }
    for (const path of ["/.well-known/openid-configuration", "/openid/v1/jwks"]) {
      expect([path, leaks(await get(path))]).toEqual([path, []]);
    }
    expect(leaks({ text: server.running.kubeconfig, headers: {} })).toEqual([]);
  });

  it("contains no foreign words in its OpenAPI documents", async () => {
    const second = await get("/openapi/v2");
    if (second.status === 200) {
      expect(leaks(second)).toEqual([]);
      expect(second.text).toContain('"x-orch-list-type"');
      expect(second.text).toContain('"x-orch-group-version-kind"');
    }
    const words = new Set<string>();
    for (const path of openApiDocuments) {
      const answer = await get(path);
      expect([path, answer.status, leaks(answer)]).toEqual([path, 200, []]);
      for (const [word] of answer.text.matchAll(/x-[a-z]+-[a-z-]+/g)) words.add(word);
    }
    if (openApiDocuments.length > 0) expect([...words]).toContain("x-orch-list-type");
  });

  it("contains no foreign words in errors", async () => {
    const post = (path: string, body: unknown): Promise<TestAnswer> => server.request("POST", path, { body });
    const merge = { "content-type": "application/merge-patch+json" };
    const answers: Record<string, TestAnswer> = {
      404: await get("/api/v1/namespaces/demo/configmaps/none"),
      path: await get("/apis/none/v1"),
      403: await server.request("GET", "/api/v1/nodes", { as: "bob" }),
      403.1: await server.request("GET", "/apis/rbac.authorization.orch.io/v1/clusterroles", { as: "nobody" }),
      401: await server.request("GET", "/api", { headers: { authorization: "Bearer wrong" } }),
      405: await server.request("POST", "/api/v1/configmaps", { body: {} }),
      406: await get("/api/v1/namespaces", "text/html"),
      409: await post("/api/v1/namespaces", namespace("demo")),
      415: await server.request("POST", core("demo", "configmaps"), { body: "x", headers: { "content-type": "a/b" } }),
      422: await post(core("demo", "services"), { metadata: { name: "Bad_Name" }, spec: {} }),
      label: await post(core("demo", "configmaps"), configMap("x", {}, { "a/b/c": "!" })),
      kind: await post(core("demo", "configmaps"), { kind: "Other", apiVersion: "v9", metadata: { name: "x" } }),
      options: await get("/api/v1/configmaps?resourceVersionMatch=Exact"),
      protected: await server.request("DELETE", "/api/v1/namespaces/orch-system"),
      deployment: await post("/apis/apps/v1/namespaces/demo/deployments", { metadata: { name: "x" }, spec: {} }),
      kindByPatch: await server.request("PATCH", "/api/v1/namespaces/demo/configmaps/map", {
        body: { kind: "Other" },
        headers: merge,
      }),
      csr: await post("/apis/certificates.orch.io/v1/certificatesigningrequests", {
        metadata: { name: "x" },
        spec: {},
      }),
    };
    for (const [name, answer] of Object.entries(answers)) {
      expect([name, answer.status >= 400, leaks(answer)]).toEqual([name, true, []]);
    }
    expect(answers["422"]?.status).toBe(422);
  });

  it("contains no foreign words in watches and warnings", async () => {
    const stream = await server.watch(
      "/api/v1/namespaces?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true",
    );
    for (;;) {
      const event = await stream.next();
      expect(leaks({ text: JSON.stringify(event), headers: {} })).toEqual([]);
      if (event === undefined || event.type !== "BOOKMARK") continue;
      expect(event.object.metadata.annotations).toHaveProperty(["orch.io/initial-events-end"], "true");
      break;
    }
    stream.close();
    const warned = await server.request("POST", core("demo", "configmaps"), {
      body: { metadata: { name: "warned" }, extra: 1 },
    });
    expect(warned.headers["warning"]).toContain("unknown field");
    expect(leaks(warned)).toEqual([]);
  });

  it("accepts its own words in configurations", async () => {
    const path = join(server.dataDir, "authorization.json");
    const connectionInfo = { type: "KubeConfigFile", kubeConfigFile: "/none" };
    const webhook = {
      ...{ timeout: "3s", failurePolicy: "Deny", subjectAccessReviewVersion: "v1", authorizedTTL: "1s" },
      ...{ unauthorizedTTL: "1s", matchConditionSubjectAccessReviewVersion: "v1", connectionInfo },
    };
    const configuration = {
      apiVersion: "apiserver.config.orch.io/v1",
      kind: "AuthorizationConfiguration",
      authorizers: [{ type: "Webhook", name: "w", webhook }],
    };
    await writeFile(path, JSON.stringify(configuration));
    await expect(startTestServer({ vocabulary: "orch", authorizationConfig: path })).rejects.toThrow(
      /connectionInfo.*OrchConfigFile|unknown field.*kubeConfigFile/,
    );
  });

  it("uses its own words in objects it creates", async () => {
    const ca = await server.watch(
      "/api/v1/namespaces/demo/configmaps?watch=true&fieldSelector=metadata.name%3Dorch-root-ca.crt",
    );
    expect(await ca.names(1)).toEqual(["ADDED orch-root-ca.crt"]);
    ca.close();
    const token = await server.request("POST", "/api/v1/namespaces/demo/serviceaccounts/default/token", {
      body: { spec: {} },
    });
    const { status } = token.body as unknown as { status: { token: string } };
    // Any long signature may contain the three letters.
    const text = token.text.replace(status.token, "");
    expect([token.status, leaks({ text, headers: token.headers })]).toEqual([201, []]);
    const claims = Buffer.from(status.token.split(".")[1] ?? "", "base64url").toString();
    expect(leaks({ text: claims, headers: {} })).toEqual([]);
    expect(JSON.parse(claims)).toHaveProperty(["orch.io", "namespace"], "demo");
    const review = await server.request("POST", "/apis/authentication.orch.io/v1/selfsubjectreviews", { body: {} });
    expect([review.status, leaks(review)]).toEqual([201, []]);
  });
});
