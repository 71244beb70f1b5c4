import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PolicyRule } from "../../../shared/rbac/types.ts";
import type { RequestOptions, TestAnswer } from "../httpClient.ts";
import { configMap, core, namespace } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const GROUP = "rbac.authorization.k8s.io";
const RBAC = `/apis/${GROUP}/v1`;
const APPLY = { "content-type": "application/apply-patch+yaml" };

let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const refusal = (answer: TestAnswer): unknown[] => [answer.status, answer.body.message];

/** Creates a namespace in which the user `bob` has a role with these rules; returns its name. */
async function bobMay(...rules: PolicyRule[]): Promise<string> {
  const space = `rbac-${count++}`;
  await server.request("POST", "/api/v1/namespaces", { body: namespace(space) });
  await server.request("POST", `${RBAC}/namespaces/${space}/roles`, { body: { metadata: { name: "held" }, rules } });
  const bound = await server.request("POST", `${RBAC}/namespaces/${space}/rolebindings`, {
    body: {
      metadata: { name: "held" },
      roleRef: { apiGroup: GROUP, kind: "Role", name: "held" },
      subjects: [{ apiGroup: GROUP, kind: "User", name: "bob" }],
    },
  });
  expect(bound.status).toBe(201);
  return space;
}
const asBob = (method: string, path: string, options: RequestOptions = {}): Promise<TestAnswer> =>
  server.request(method, path, { as: "bob", ...options });

const maps = (verbs: string[], ...resourceNames: string[]): PolicyRule => ({
  verbs,
  apiGroups: [""],
  resources: ["configmaps"],
  ...(resourceNames.length === 0 ? {} : { resourceNames }),
});
const roles = (verbs: string[], resources: string[], ...resourceNames: string[]): PolicyRule => ({
  ...maps(verbs, ...resourceNames),
  apiGroups: [GROUP],
  resources,
});

describe("creation by PUT or apply", () => {
  const lease = (name: string) => ({
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name },
    spec: { holderIdentity: "x" },
  });
  const leases = (verbs: string[], ...resourceNames: string[]): PolicyRule => ({
    ...maps(verbs, ...resourceNames),
    apiGroups: ["coordination.k8s.io"],
    resources: ["leases"],
  });

  it("requires permission to create that name", async () => {
    const space = await bobMay(leases(["get", "update", "patch"]), leases(["create"], "mine"));
    const path = `/apis/coordination.k8s.io/v1/namespaces/${space}/leases`;
    const refused = [403, 'leases.coordination.k8s.io "other" is forbidden: '];
    expect(refusal(await asBob("PUT", `${path}/other`, { body: lease("other") }))).toEqual(refused);
    const applied = (name: string) =>
      asBob("PATCH", `${path}/${name}?fieldManager=m`, { body: lease(name), headers: APPLY });
    expect(refusal(await applied("other"))).toEqual(refused);
    expect((await applied("mine")).status).toBe(201);
    expect((await applied("mine")).status).toBe(200);
  });
});

describe("resource names", () => {
  it("allow lists and watches of one name, but not deletecollection", async () => {
    const space = await bobMay(maps(["list", "watch", "deletecollection"], "a"));
    await server.request("POST", core(space, "configmaps"), { body: configMap("a") });
    const path = core(space, "configmaps");
    const one = "fieldSelector=metadata.name%3Da";
    expect((await asBob("GET", `${path}?${one}`)).body.items).toHaveLength(1);
    expect((await asBob("GET", path)).status).toBe(403);
    expect((await asBob("GET", `${path}?fieldSelector=metadata.name%3Db`)).status).toBe(403);
    expect((await asBob("DELETE", `${path}?${one}`)).status).toBe(403);
    expect((await asBob("GET", `${path}?${one}&watch=true&timeoutSeconds=1`)).status).toBe(200);
  });
});

describe("escalation check", () => {
  const everything: PolicyRule = { verbs: ["*"], apiGroups: ["*"], resources: ["*"] };
  const role = (name: string, ...rules: PolicyRule[]) => ({
    apiVersion: `${GROUP}/v1`,
    kind: "Role",
    metadata: { name },
    rules,
  });
  const lacking =
    'is forbidden: user "bob" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n' +
    '{APIGroups:["*"], Resources:["*"], Verbs:["*"]}';

  it("can be bypassed by role name in PUT, patch and apply, but not in POST", async () => {
    const all = ["create", "get", "update", "patch"];
    const space = await bobMay(roles(all, ["roles"]), roles(["escalate"], ["roles"], "big", "applied"));
    const path = `${RBAC}/namespaces/${space}/roles`;
    const posted = await asBob("POST", path, { body: role("big", everything) });
    expect(refusal(posted)).toEqual([403, `roles.${GROUP} "big" ${lacking}`]);
    expect((await asBob("PUT", `${path}/big`, { body: role("big", everything) })).status).toBe(201);
    expect((await asBob("PUT", `${path}/big`, { body: role("big", everything, everything) })).status).toBe(200);
    const put = await asBob("PUT", `${path}/other`, { body: role("other", everything) });
    expect(refusal(put)).toEqual([403, `roles.${GROUP} "other" ${lacking}`]);
    const apply = (name: string) =>
      asBob("PATCH", `${path}/${name}?fieldManager=m`, { body: role(name, everything), headers: APPLY });
    expect((await apply("applied")).status).toBe(201);
    expect((await apply("other")).status).toBe(403);
    await asBob("POST", path, { body: role("small") });
    const patched = await asBob("PATCH", `${path}/small`, {
      body: { rules: [everything] },
      headers: { "content-type": "application/merge-patch+json" },
    });
    expect(refusal(patched)).toEqual([403, `roles.${GROUP} "small" ${lacking}`]);
  });

  it("precedes validation, and also applies without a change of rules", async () => {
    const space = await bobMay(roles(["create", "update", "patch"], ["roles"]));
    const path = `${RBAC}/namespaces/${space}/roles`;
    const invalid = { ...everything, verbs: [] as string[] };
    expect((await asBob("POST", path, { body: role("x", everything, invalid) })).status).toBe(403);
    await server.request("POST", path, { body: role("big", everything) });
    const labelled = await asBob("PATCH", `${path}/big`, {
      body: { metadata: { labels: { a: "b" } } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    expect(refusal(labelled)).toEqual([403, `roles.${GROUP} "big" ${lacking}`]);
  });

  it("does not use the generated name", async () => {
    const space = await bobMay(roles(["create"], ["roles"]));
    const body = { metadata: { generateName: "big-" }, rules: [everything] };
    const refused = await asBob("POST", `${RBAC}/namespaces/${space}/roles`, { body });
    expect(refusal(refused)).toEqual([403, `roles.${GROUP} ${lacking}`]);
  });

  it("is skipped when everything is allowed", async () => {
    const open = await startTestServer({ authorizationMode: ["AlwaysAllow"] });
    try {
      const path = `${RBAC}/clusterroles`;
      const made = await open.request("POST", path, {
        as: "bob",
        body: { metadata: { name: "all" }, rules: [everything] },
      });
      expect(made.status).toBe(201);
    } finally {
      await open.stop();
    }
  });

  it("requires bound rules to be held or bindable, in the namespace of the binding", async () => {
    const space = await bobMay(
      maps(["get"]),
      roles(["create", "update"], ["rolebindings"]),
      roles(["bind"], ["clusterroles"], "pod-viewer"),
    );
    const pods: PolicyRule = { verbs: ["list"], apiGroups: [""], resources: ["pods"] };
    for (const name of ["pod-viewer", "pod-lister"]) {
      await server.request("POST", `${RBAC}/clusterroles`, { body: { metadata: { name }, rules: [pods] } });
    }
    const path = `${RBAC}/namespaces/${space}/rolebindings`;
    const binding = (name: string, kind: string, to: string) => ({
      metadata: { name },
      roleRef: { apiGroup: GROUP, kind, name: to },
      subjects: [{ apiGroup: GROUP, kind: "Group", name: "dev" }],
    });
    expect((await asBob("POST", path, { body: binding("b1", "ClusterRole", "pod-viewer") })).status).toBe(201);
    const other = await asBob("POST", path, { body: binding("b2", "ClusterRole", "pod-lister") });
    expect(other.status).toBe(403);
    expect(other.body.message).toContain("attempting to grant RBAC permissions not currently held");
    await server.request("POST", `${RBAC}/namespaces/${space}/roles`, { body: role("small", maps(["get"], "x")) });
    expect((await asBob("POST", path, { body: binding("b3", "Role", "small") })).status).toBe(201);
    // The rules of the cluster role apply only in the namespace of the binding.
    expect((await server.request("GET", core(space, "pods"), { as: "alice" })).status).toBe(200);
    expect((await server.request("GET", core("default", "pods"), { as: "alice" })).status).toBe(403);
    expect((await server.request("GET", "/api/v1/pods", { as: "alice" })).status).toBe(403);
  });

  it("refuses a change of the role of a binding", async () => {
    const space = await bobMay(maps(["get"]));
    const path = `${RBAC}/namespaces/${space}/rolebindings/held`;
    const stored = (await server.request("GET", path)).body;
    const roleRef = { apiGroup: GROUP, kind: "ClusterRole", name: "view" };
    expect(refusal(await server.request("PUT", path, { body: { ...stored, roleRef } }))).toEqual([
      422,
      `RoleBinding.${GROUP} "held" is invalid: roleRef: Invalid value: ` +
        `rbac.RoleRef{APIGroup:"${GROUP}", Kind:"ClusterRole", Name:"view"}: cannot change roleRef`,
    ]);
  });
});
