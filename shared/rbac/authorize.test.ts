import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { authorize, rulesFor } from "./authorize.ts";
import { policyOf } from "./policy.ts";
import { rulesAllow } from "./ruleMatch.ts";
import { describeGrant } from "./subjects.ts";
import { access, model, user } from "./testing/arbitraries.ts";
import type { AccessModel, AccessRequest, PolicyRule, ResourceAccess } from "./types.ts";

const allows = (state: AccessModel, who: Parameters<typeof authorize>[1], request: AccessRequest): boolean =>
  authorize(policyOf(state), who, request).grant !== undefined;

describe("Invariants", () => {
  it("rulesFor covers exactly what authorize allows", () => {
    fc.assert(
      fc.property(model, user, access, (state, who, request) => {
        const scope = request.resourceRequest ? request.namespace : "";
        const { rules } = rulesFor(policyOf(state), who, scope);
        expect(rulesAllow(rules, request)).toBe(allows(state, who, request));
      }),
      { numRuns: 500 },
    );
  });

  it("an additional binding never removes a permission", () => {
    fc.assert(
      fc.property(model, model, user, access, (state, more, who, request) => {
        fc.pre(allows(state, who, request));
        const renamed = more.bindings.map((binding) => ({ ...binding, name: `more-${binding.name}` }));
        expect(allows({ ...state, bindings: [...renamed, ...state.bindings] }, who, request)).toBe(true);
      }),
    );
  });

  it("an additional rule never removes a permission", () => {
    fc.assert(
      fc.property(model, model, user, access, (state, more, who, request) => {
        fc.pre(allows(state, who, request));
        const extra: readonly PolicyRule[] = more.roles.flatMap((role) => role.rules);
        const roles = state.roles.map((role) => ({ ...role, rules: [...extra, ...role.rules] }));
        expect(allows({ ...state, roles }, who, request)).toBe(true);
      }),
    );
  });
});

describe("authorize", () => {
  const rules = [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }];
  const paths = [{ verbs: ["get"], nonResourceURLs: ["/x"] }];
  const state: AccessModel = {
    roles: [
      { name: "reader", namespace: "", rules: [...rules, ...paths] },
      { name: "local", namespace: "n", rules },
    ],
    bindings: [
      {
        name: "b",
        namespace: "n",
        roleRef: { kind: "ClusterRole", name: "reader" },
        subjects: [{ kind: "Group", name: "dev" }],
      },
      {
        name: "ghostly",
        namespace: "n",
        roleRef: { kind: "Role", name: "ghost" },
        subjects: [{ kind: "User", name: "alice" }],
      },
      {
        name: "c",
        namespace: "m",
        roleRef: { kind: "Role", name: "local" },
        subjects: [{ kind: "Group", name: "dev" }],
      },
    ],
  };
  const alice = { username: "alice", groups: ["dev"] };
  const pods = (namespace: string): ResourceAccess => ({
    resourceRequest: true,
    verb: "get",
    group: "",
    resource: "pods",
    subresource: "",
    namespace,
    name: "",
  });

  it("limits a cluster role to the namespace of its role binding", () => {
    const { grant, dangling } = authorize(policyOf(state), alice, pods("n"));
    expect(grant && describeGrant(grant.binding, grant.subject)).toBe(
      'RoleBinding "b/n" of ClusterRole "reader" to Group "dev"',
    );
    expect(dangling.map(({ name }) => name)).toEqual(["ghostly"]);
    expect(allows(state, alice, pods(""))).toBe(false);
  });

  it("finds a role only in the binding's own namespace", () => {
    expect(authorize(policyOf(state), alice, pods("m"))).toMatchObject({ grant: undefined, dangling: [{ name: "c" }] });
  });

  it("grants no non-resource URLs through a role binding", () => {
    expect(allows(state, alice, { resourceRequest: false, verb: "get", path: "/x" })).toBe(false);
  });

  it("does not scan other users' bindings", () => {
    const bindings = Array.from({ length: 5000 }, (_, i) => ({
      name: `b${i}`,
      namespace: `n${i % 50}`,
      roleRef: { kind: "ClusterRole", name: `r${i % 1000}` },
      subjects: [{ kind: "User", name: `u${i % 500}` }],
    }));
    const roles = Array.from({ length: 1000 }, (_, i) => ({ name: `r${i}`, namespace: "", rules }));
    const policy = policyOf({ roles, bindings });
    let looked = 0;
    const counted = {
      ...policy,
      roleOf: (binding: Parameters<typeof policy.roleOf>[0]) => {
        looked++;
        return policy.roleOf(binding);
      },
    };
    const request = { ...pods("n7"), verb: "delete" };
    expect(authorize(counted, { username: "u7", groups: ["dev", "qa"] }, request).grant).toBeUndefined();
    // 5000 bindings, every 500th names u7, all of them in n7.
    expect(looked).toBe(10);
    authorize(counted, { username: "u7", groups: [] }, { ...request, namespace: "n8" });
    expect(looked).toBe(10);
  });
});
