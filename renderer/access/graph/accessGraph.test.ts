import { describe, expect, it } from "vitest";
import { policyOf } from "../../../shared/rbac/policy.ts";
import type { BindingShape, PolicyRule, Subject } from "../../../shared/rbac/types.ts";
import { accessGraph, LIMITS } from "./accessGraph.ts";

const user = (name: string): Subject => ({ kind: "User", name });
const binding = (name: string, namespace: string, role: string, ...subjects: Subject[]): BindingShape => ({
  name,
  namespace,
  roleRef: { kind: "ClusterRole", name: role },
  subjects,
});
const rule: PolicyRule = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };
const role = (name: string, count: number) => ({
  name,
  namespace: "",
  rules: Array.from({ length: count }, () => rule),
});
const alice = { username: "alice", groups: ["dev"] };

describe("accessGraph", () => {
  it("connects subjects to their rules, with shared nodes only once", () => {
    const policy = policyOf({
      roles: [role("view", 1)],
      bindings: [
        binding("a", "", "view", user("alice")),
        binding("b", "n", "view", { kind: "Group", name: "dev" }, user("bob")),
        binding("c", "n", "ghost", user("alice")),
      ],
    });
    const { nodes, edges } = accessGraph(policy, { kind: "whom", identity: alice });
    expect(nodes.map(({ id }) => id).sort()).toEqual(
      ["b:/a", "b:n/b", "b:n/c", "r:/ghost", "r:/view", "s:Group dev", "s:User alice", "u:/view"].sort(),
    );
    expect(edges).toContainEqual({ from: "s:Group dev", to: "b:n/b" });
    expect(edges.filter(({ to }) => to === "u:/view")).toHaveLength(1);
    expect(nodes.find(({ id }) => id === "r:/ghost")).toMatchObject({ exists: false });
  });

  it("shows who holds a role", () => {
    const policy = policyOf({ roles: [role("view", 1)], bindings: [binding("a", "n", "view", user("x"), user("y"))] });
    const { nodes } = accessGraph(policy, { kind: "role", namespace: "", name: "view" });
    expect(nodes.filter((node) => node.kind === "subject")).toHaveLength(2);
    expect(accessGraph(policy, { kind: "role", namespace: "n", name: "view" }).nodes).toEqual([]);
  });

  it("groups what exceeds the limits", () => {
    const subjects = Array.from({ length: LIMITS.subjects + 37 }, (_, i) => user(`u${i}`));
    const bindings = Array.from({ length: LIMITS.bindings + 2 }, (_, i) => binding(`b${i}`, "", "big", ...subjects));
    const policy = policyOf({ roles: [role("big", LIMITS.rules + 5)], bindings });
    const { nodes } = accessGraph(policy, { kind: "role", namespace: "", name: "big" });
    expect(nodes.find(({ id }) => id === "m:/b0")).toEqual({ id: "m:/b0", kind: "more", left: 37 });
    expect(nodes.find(({ id }) => id === "m:")).toMatchObject({ left: 2 });
    expect(nodes.find(({ id }) => id === "u:/big")).toMatchObject({ left: 5 });
    expect(nodes.length).toBeLessThan(90);
  });
});
