import { describe, expect, it } from "vitest";
import { aggregateRoles, type RoleEntry, roleEntryFrom } from "./roleEntry.ts";

const role = (name: string, rest: Partial<RoleEntry> = {}): RoleEntry => ({
  name,
  namespace: "",
  rules: [],
  labels: {},
  ...rest,
});
const rule = (resource: string) => ({ apiGroups: [""], resources: [resource], verbs: ["get"] });
const selecting = (label: string) => [{ matchLabels: { [label]: "true" } }];

describe("aggregateRoles", () => {
  it("aggregates by labels, through several levels, each rule once", () => {
    const roles = aggregateRoles([
      role("top", { selectors: selecting("to-top") }),
      role("middle", { selectors: selecting("to-middle"), labels: { "to-top": "true" } }),
      role("b", { rules: [rule("b"), rule("a")], labels: { "to-middle": "true" } }),
      role("a", { rules: [rule("a")], labels: { "to-middle": "true" } }),
    ]);
    const rulesOf = (name: string) => roles.find((entry) => entry.name === name)?.rules;
    expect(rulesOf("middle")).toEqual([rule("a"), rule("b")]);
    expect(rulesOf("top")).toEqual([rule("a"), rule("b")]);
  });

  it("drops rules of roles that are no longer selected, and terminates when roles select each other", () => {
    const [stale] = aggregateRoles([role("x", { selectors: selecting("none"), rules: [rule("old")] })]);
    expect(stale?.rules).toEqual([]);
    const circle = aggregateRoles([
      role("x", { selectors: selecting("y"), labels: { x: "true" } }),
      role("y", { selectors: selecting("x"), labels: { y: "true" } }),
    ]);
    expect(circle.map((entry) => entry.rules)).toEqual([[], []]);
  });

  it("leaves roles of namespaces and plain roles unchanged, and tolerates invalid selectors", () => {
    const entries = [role("x", { namespace: "n", rules: [rule("a")], labels: { a: "true" } }), role("y")];
    expect(aggregateRoles(entries)).toEqual(entries);
    const odd = role("z", { selectors: [{ matchExpressions: [{ key: "a", operator: "Odd" }] }] as never });
    expect(aggregateRoles([odd])[0]?.rules).toEqual([]);
  });
});

it("parses role objects", () => {
  expect(
    roleEntryFrom({
      apiVersion: "v1",
      kind: "ClusterRole",
      metadata: { name: "r", labels: { a: "b" } },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { x: "y" } }] },
      rules: null,
    }),
  ).toEqual({ name: "r", namespace: "", rules: [], labels: { a: "b" }, selectors: [{ matchLabels: { x: "y" } }] });
});
