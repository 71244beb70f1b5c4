import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { authorize } from "./authorize.ts";
import { MISSED_REQUIREMENTS, nearMisses } from "./nearMisses.ts";
import { policyOf } from "./policy.ts";
import { describeGrant, serviceAccountUsername } from "./subjects.ts";
import { access, model, user } from "./testing/arbitraries.ts";
import type { AccessModel, PathAccess, PolicyRule, ResourceAccess, Subject } from "./types.ts";

const alice = { username: "alice", groups: ["dev"] };
const NAMED: PolicyRule = { apiGroups: [""], resources: ["pods"], verbs: ["get"], resourceNames: ["a"] };

const request = (parts: Partial<ResourceAccess> = {}): ResourceAccess => ({
  resourceRequest: true,
  verb: "get",
  group: "",
  resource: "pods",
  subresource: "",
  namespace: "n",
  name: "a",
  ...parts,
});
const granting = (rule: PolicyRule, subject: Subject, namespace = "n", roleName = "r"): AccessModel => ({
  roles: [{ name: "r", namespace: "", rules: [rule] }],
  bindings: [{ name: "b", namespace, roleRef: { kind: "ClusterRole", name: roleName }, subjects: [subject] }],
});
const toAlice = { kind: "User", name: "alice" };

describe("Request that differs from a grant in one attribute", () => {
  it.each([
    [{ name: "b" }, "name"],
    [{ verb: "list" }, "verb"],
    [{ namespace: "m" }, "namespace"],
    [{ namespace: "" }, "namespace"],
    [{ subresource: "log" }, "subresource"],
    [{ resource: "secrets" }, "resource"],
    [{ group: "apps" }, "apiGroup"],
  ])("%j lacks the %s", (parts, lacks) => {
    const misses = nearMisses(policyOf(granting(NAMED, toAlice)), alice, request(parts));
    expect(misses.map((miss) => miss.lacks)).toEqual([lacks]);
    const [miss] = misses;
    expect(miss && describeGrant(miss.binding, miss.subject)).toBe(
      'RoleBinding "b/n" of ClusterRole "r" to User "alice"',
    );
  });

  it("also detects a missing parent resource for a subresource grant", () => {
    const policy = policyOf(granting({ ...NAMED, resources: ["pods/log"] }, toAlice));
    expect(nearMisses(policy, alice, request()).map((miss) => miss.lacks)).toEqual(["subresource"]);
  });

  it("is not reported if two attributes differ", () => {
    expect(nearMisses(policyOf(granting(NAMED, toAlice)), alice, request({ verb: "list", name: "b" }))).toEqual([]);
  });
});

describe("Bindings", () => {
  it.each<[string, Subject, string]>([
    ["alice", { kind: "User", name: "Alice" }, "case"],
    ["alice", { kind: "User", name: "dev" }, "kind"],
    ["alice", { kind: "Group", name: "alice" }, "kind"],
    ["alice", { kind: "Group", name: "DEV" }, "case"],
    ["alice", { kind: "ServiceAccount", name: "alice", namespace: "n" }, "kind"],
    [serviceAccountUsername("n", "robot"), { kind: "ServiceAccount", name: "robot", namespace: "m" }, "namespace"],
    [serviceAccountUsername("n", "robot"), { kind: "User", name: "robot" }, "kind"],
  ])("of %s to %j miss by %s", (username, subject, slip) => {
    const misses = nearMisses(policyOf(granting(NAMED, subject)), { ...alice, username }, request());
    expect(misses.map((miss) => [miss.lacks, miss.slip])).toEqual([["subject", slip]]);
  });

  it("to another user or of an unhelpful role are not reported", () => {
    expect(nearMisses(policyOf(granting(NAMED, { kind: "User", name: "bob" })), alice, request())).toEqual([]);
    const shouted = granting(NAMED, { kind: "User", name: "ALICE" });
    expect(nearMisses(policyOf(shouted), alice, request({ verb: "list" }))).toEqual([]);
  });

  it("with a missing role are reported", () => {
    const misses = nearMisses(policyOf(granting(NAMED, toAlice, "n", "gone")), alice, request());
    expect(misses).toMatchObject([{ lacks: "role", binding: { name: "b" } }]);
  });
});

describe("Non-resource URLs", () => {
  const rule = { nonResourceURLs: ["/healthz/*"], verbs: ["get"] };
  const ask = (parts: Partial<PathAccess>): PathAccess => ({
    resourceRequest: false,
    verb: "get",
    path: "/healthz/log",
    ...parts,
  });
  it.each([
    [ask({ verb: "put" }), "", "verb"],
    [ask({ path: "/healthz" }), "", "path"],
    [ask({}), "n", "namespace"],
  ])("%j bound in %j lacks the %s", (asked, namespace, lacks) => {
    const misses = nearMisses(policyOf(granting(rule, toAlice, namespace)), alice, asked);
    expect(misses.map((miss) => miss.lacks)).toEqual([lacks]);
  });
});

it("sorts by distance and never reports granted requests", () => {
  fc.assert(
    fc.property(model, user, access, (state, who, asked) => {
      const policy = policyOf(state);
      fc.pre(authorize(policy, who, asked).grant === undefined);
      const order = nearMisses(policy, who, asked).map((miss) => MISSED_REQUIREMENTS.indexOf(miss.lacks));
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }),
  );
});
