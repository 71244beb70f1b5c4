import { expect, it } from "vitest";
import type { Grant } from "../../../shared/rbac/authorize.ts";
import { groupHolders } from "./groupHolders.ts";

const grant = (binding: string, namespace: string, name: string, own?: string): Grant => ({
  binding: { name: binding, namespace, roleRef: { kind: "ClusterRole", name: "r" }, subjects: [] },
  subject: { kind: "ServiceAccount", name, ...(own === undefined ? {} : { namespace: own }) },
  role: { name: "r", namespace: "", rules: [] },
  rule: { verbs: ["get"] },
});

it("groups the grants by subject regardless of how bindings name it", () => {
  const holders = groupHolders([
    grant("a", "n", "x"),
    grant("b", "n", "y"),
    grant("c", "m", "x", "n"),
    grant("d", "m", "x"),
  ]);
  expect(holders.map(({ subject, scope, grants }) => [subject.name, scope, grants.length])).toEqual([
    ["x", "n", 2],
    ["y", "n", 1],
    ["x", "m", 1],
  ]);
});
