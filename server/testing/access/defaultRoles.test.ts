import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { until } from "../../acting/testing/until.ts";
import { startTestServer, type TestServer, temporaryFolder } from "../testServer.ts";

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const AUTOUPDATE = "rbac.authorization.kubernetes.io/autoupdate";
const pods = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };

describe("default roles and bindings at the second start", () => {
  let dataDir: string;
  let server: TestServer;

  const patch = (path: string, body: unknown): Promise<unknown> =>
    server.request("PATCH", `${RBAC}/${path}`, {
      body,
      headers: { "content-type": "application/merge-patch+json" },
    });
  const read = async (path: string): Promise<ApiObject> => (await server.request("GET", `${RBAC}/${path}`)).body;

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    server = await startTestServer({ dataDir });
    await patch("clusterroles/system:discovery", { rules: [pods], metadata: { labels: { mine: "1" } } });
    await patch("clusterroles/system:basic-user", { rules: [], metadata: { annotations: { [AUTOUPDATE]: "false" } } });
    await patch("clusterrolebindings/system:discovery", { subjects: [{ kind: "User", name: "bob" }] });
    await patch("clusterrolebindings/system:basic-user", {
      subjects: [],
      metadata: { annotations: { [AUTOUPDATE]: "false" } },
    });
    await patch("clusterroles/view", { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { mine: "1" } }] } });
    await patch("namespaces/kube-system/roles/system:controller:bootstrap-signer", { rules: [pods] });
    await server.request("DELETE", `${RBAC}/clusterroles/system:node-problem-detector`);
    await server.request("DELETE", `${RBAC}/namespaces/kube-public/rolebindings/system:controller:bootstrap-signer`);
    await server.request("DELETE", `${RBAC}/clusterrolebindings/system:public-info-viewer`);
    await server.request("POST", `${RBAC}/clusterrolebindings`, {
      body: {
        metadata: { name: "system:public-info-viewer", labels: { mine: "1" } },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
      },
    });
    await server.stop();
    server = await startTestServer({ dataDir });
  });
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it("are restored where rules or subjects were removed, and keep added ones", async () => {
    const role = await read("clusterroles/system:discovery");
    expect(role["rules"]).toEqual([pods, ...(role["rules"] as unknown[]).slice(1)]);
    expect(JSON.stringify(role["rules"])).toContain("/openapi/*");
    expect(role.metadata.labels).toEqual({ mine: "1", "kubernetes.io/bootstrapping": "rbac-defaults" });
    expect((await read("clusterrolebindings/system:discovery"))["subjects"]).toEqual([
      { kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "bob" },
      { kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "system:authenticated" },
    ]);
    const local = await read("namespaces/kube-system/roles/system:controller:bootstrap-signer");
    expect((local["rules"] as unknown[]).length).toBeGreaterThan(1);
  });

  it("keep added aggregation selectors, and restore the default ones", async () => {
    const selectors = (await read("clusterroles/view"))["aggregationRule"] as { clusterRoleSelectors: unknown[] };
    expect(selectors.clusterRoleSelectors).toEqual([
      { matchLabels: { mine: "1" } },
      { matchLabels: { "rbac.authorization.k8s.io/aggregate-to-view": "true" } },
    ]);
  });

  it("are not changed when they opted out", async () => {
    const role = await read("clusterroles/system:basic-user");
    expect(role["rules"] ?? []).toEqual([]);
    expect(role.metadata.annotations).toEqual({ [AUTOUPDATE]: "false" });
    expect((await read("clusterrolebindings/system:basic-user"))["subjects"]).toBeUndefined();
  });

  it("are created again when they were deleted, and bindings refer to their default role", async () => {
    expect((await read("clusterroles/system:node-problem-detector")).metadata.name).toBe(
      "system:node-problem-detector",
    );
    expect(
      (await read("namespaces/kube-public/rolebindings/system:controller:bootstrap-signer"))["roleRef"],
    ).toMatchObject({ kind: "Role" });
    const replaced = await read("clusterrolebindings/system:public-info-viewer");
    expect(replaced["roleRef"]).toMatchObject({ name: "system:public-info-viewer" });
    expect(replaced["subjects"]).toHaveLength(2);
  });
});

describe("ClusterRole aggregation", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ controllers: ["clusterrole-aggregation-controller"] });
  });
  afterAll(() => server.stop());

  const rulesOf = async (name: string): Promise<string> =>
    // The rules are absent until the controller has aggregated them for the first time.
    JSON.stringify((await server.request("GET", `${RBAC}/clusterroles/${name}`)).body["rules"] ?? []);
  const gadgets = (...verbs: string[]) => [{ apiGroups: ["x.io"], resources: ["gadgets"], verbs }];

  it("follows created, changed and deleted roles, transitively up to admin", async () => {
    const label = { "rbac.authorization.k8s.io/aggregate-to-edit": "true" };
    await server.request("POST", `${RBAC}/clusterroles`, {
      body: { metadata: { name: "gadgets", labels: label }, rules: gadgets("get") },
    });
    await until(async () => (await rulesOf("edit")).includes("gadgets"));
    await until(async () => (await rulesOf("admin")).includes("gadgets"));
    expect(await rulesOf("view")).not.toContain("gadgets");
    const { managedFields = [] } = (await server.request("GET", `${RBAC}/clusterroles/edit`)).body.metadata;
    expect(managedFields.map(({ manager }) => manager)).toContain("kube-apiserver");
    expect(managedFields.filter(({ operation }) => operation === "Apply")).toEqual([
      {
        manager: "clusterrole-aggregation-controller",
        operation: "Apply",
        apiVersion: "rbac.authorization.k8s.io/v1",
        time: expect.any(String),
        fieldsType: "FieldsV1",
        fieldsV1: { "f:rules": {} },
      },
    ]);
    await server.request("PUT", `${RBAC}/clusterroles/gadgets`, {
      body: { metadata: { name: "gadgets", labels: label }, rules: gadgets("get", "frob") },
    });
    await until(async () => (await rulesOf("admin")).includes("frob"));
    await server.request("DELETE", `${RBAC}/clusterroles/gadgets`);
    await until(async () => !(await rulesOf("admin")).includes("gadgets"));
    expect(await rulesOf("edit")).not.toContain("gadgets");
  });
});
