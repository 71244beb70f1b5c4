import { beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { ResourceAttributes } from "../../../ground/rights/authorizer.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import { type MemoryReader, memoryReader } from "../testing/memoryReader.ts";
import { type RbacAuthorizer, rbacAuthorizer } from "./rbac.ts";

const vocabulary = createVocabulary();
const group = vocabulary.rbacGroup;
const alice: Identity = { username: "alice", groups: ["dev", "system:authenticated"], extra: {} };

const ask = (verb: string, resource: string, parts: Partial<ResourceAttributes> = {}): ResourceAttributes => ({
  resourceRequest: true,
  verb,
  group: "",
  version: "v1",
  resource,
  subresource: "",
  namespace: "",
  name: "",
  ...parts,
});

const role = (name: string, namespace: string, verbs: string[], resources: string[]): ApiObject => ({
  kind: namespace === "" ? "ClusterRole" : "Role",
  metadata: namespace === "" ? { name } : { name, namespace },
  rules: [{ apiGroups: [""], resources, verbs }],
});
const binding = (name: string, namespace: string, kind: string, roleName: string, subjects: unknown[]): ApiObject => ({
  metadata: namespace === "" ? { name } : { name, namespace },
  roleRef: { apiGroup: group, kind, name: roleName },
  subjects,
});

describe("rbacAuthorizer", () => {
  let reader: MemoryReader;
  let rbac: RbacAuthorizer;
  const put = (resource: string, object: ApiObject): void => reader.put({ group, resource }, object);

  beforeEach(() => {
    reader = memoryReader();
    put("clusterroles", role("reader", "", ["get", "list"], ["configmaps"]));
    put("roles", role("local", "n1", ["delete"], ["configmaps"]));
    put("clusterrolebindings", binding("devs", "", "ClusterRole", "reader", [{ kind: "Group", name: "dev" }]));
    rbac = rbacAuthorizer(reader, vocabulary);
  });

  it("allows through a group and names the binding and role in the reason", async () => {
    expect(await rbac.authorize(alice, ask("get", "configmaps", { namespace: "n2" }))).toEqual({
      decision: "allow",
      reason: 'RBAC: allowed by ClusterRoleBinding "devs" of ClusterRole "reader" to Group "dev"',
    });
  });

  it("has no opinion if no rule allows the request", async () => {
    expect(await rbac.authorize(alice, ask("delete", "configmaps", { namespace: "n1" }))).toEqual({
      decision: "noOpinion",
      reason: "",
    });
  });

  it("follows added, changed and removed bindings", async () => {
    const request = ask("delete", "configmaps", { namespace: "n1" });
    put("rolebindings", binding("b", "n1", "Role", "local", [{ kind: "User", name: "alice" }]));
    expect((await rbac.authorize(alice, request)).reason).toBe(
      'RBAC: allowed by RoleBinding "b/n1" of Role "local" to User "alice"',
    );
    expect((await rbac.authorize(alice, { ...request, namespace: "n2" })).decision).toBe("noOpinion");
    put("rolebindings", binding("b", "n1", "Role", "local", [{ kind: "User", name: "bob" }]));
    expect((await rbac.authorize(alice, request)).decision).toBe("noOpinion");
    expect((await rbac.authorize({ ...alice, username: "bob" }, request)).decision).toBe("allow");
    reader.remove({ group, resource: "rolebindings" }, "n1", "b");
    expect((await rbac.authorize({ ...alice, username: "bob" }, request)).decision).toBe("noOpinion");
  });

  it("follows roles immediately", async () => {
    put("clusterroles", role("reader", "", ["watch"], ["configmaps"]));
    expect((await rbac.authorize(alice, ask("get", "configmaps"))).decision).toBe("noOpinion");
    expect((await rbac.authorize(alice, ask("watch", "configmaps"))).decision).toBe("allow");
  });

  it("defaults a service account's namespace to the binding's namespace", async () => {
    put("rolebindings", binding("sa", "n1", "Role", "local", [{ kind: "ServiceAccount", name: "robot" }]));
    const robot = { username: "system:serviceaccount:n1:robot", groups: [], extra: {} };
    expect((await rbac.authorize(robot, ask("delete", "configmaps", { namespace: "n1" }))).reason).toBe(
      'RBAC: allowed by RoleBinding "sa/n1" of Role "local" to ServiceAccount "robot/n1"',
    );
  });

  it("reports bindings to missing roles", async () => {
    put("clusterrolebindings", binding("ghost", "", "ClusterRole", "none", [{ kind: "User", name: "zoe" }]));
    const zoe = { username: "zoe", groups: [], extra: {} };
    expect((await rbac.authorize(zoe, ask("get", "pods"))).reason).toBe(
      'RBAC: clusterrole.rbac.authorization.k8s.io "none" not found',
    );
    expect(await rbac.rulesFor(zoe, "n1")).toEqual({
      resourceRules: [],
      nonResourceRules: [],
      incomplete: false,
      evaluationError: 'clusterrole.rbac.authorization.k8s.io "none" not found',
    });
  });

  it("lists rules, cluster-wide ones first", async () => {
    put("rolebindings", binding("b", "n1", "Role", "local", [{ kind: "User", name: "alice" }]));
    expect((await rbac.rulesFor(alice, "n1")).resourceRules).toEqual([
      { verbs: ["get", "list"], apiGroups: [""], resources: ["configmaps"] },
      { verbs: ["delete"], apiGroups: [""], resources: ["configmaps"] },
    ]);
  });

  it("stops following when closed", async () => {
    rbac.close();
    put("rolebindings", binding("b", "n1", "Role", "local", [{ kind: "User", name: "alice" }]));
    expect((await rbac.authorize(alice, ask("delete", "configmaps", { namespace: "n1" }))).decision).toBe("noOpinion");
  });

  it("decides without reading the store and checks only the user's roles", async () => {
    for (let i = 0; i < 1000; i++) put("clusterroles", role(`r${i}`, "", ["get"], [`things${i}`]));
    for (let i = 0; i < 5000; i++) {
      const subjects = [{ kind: "User", name: `u${i % 500}` }];
      put("rolebindings", binding(`b${i}`, `n${i % 50}`, "ClusterRole", `r${i % 1000}`, subjects));
    }
    let reads = 0;
    const counting =
      <P extends readonly unknown[], T>(read: (...where: P) => T) =>
      (...where: P): T => {
        reads++;
        return read(...where);
      };
    const counted = rbacAuthorizer({ ...reader, get: counting(reader.get), list: counting(reader.list) }, vocabulary);
    reads = 0;
    const user = { username: "u7", groups: ["dev", "qa", "system:authenticated"], extra: {} };
    expect((await counted.authorize(user, ask("get", "nothing", { namespace: "n7" }))).decision).toBe("noOpinion");
    expect(reads).toBe(0);
    // Ten bindings of u7 in n7, and the cluster binding of dev.
    expect((await counted.rulesFor(user, "n7")).resourceRules).toHaveLength(11);
  });
});
