import { expect, it } from "vitest";
import { ruleRows } from "./ruleRows.ts";

const rules = [
  { apiGroups: ["", "apps"], resources: ["pods"], verbs: ["get"] },
  { apiGroups: [""], resources: ["pods"], verbs: ["list", "get"] },
  { apiGroups: [""], resources: ["secrets"], resourceNames: ["a"], verbs: ["get"] },
  { nonResourceURLs: ["/healthz"], verbs: ["get"] },
];

it("groups the verbs by resource, name and path", () => {
  expect(
    ruleRows(rules).map(({ target, group, names, path, verbs }) => [target, group, names, path, verbs.join(" ")]),
  ).toEqual([
    ["pods", "", "", false, "get list"],
    ["secrets", "", "a", false, "get"],
    ["pods", "apps", "", false, "get"],
    ["/healthz", "", "", true, "get"],
  ]);
});

it("filters by any column", () => {
  expect(ruleRows(rules, "APPS").map((row) => row.target)).toEqual(["pods"]);
  expect(ruleRows(rules, "health")).toHaveLength(1);
});

it("shows a rule with billions of combinations in one line", () => {
  const items = (prefix: string): string[] => Array.from({ length: 2_000 }, (_, i) => `${prefix}${i}`);
  const rich = { apiGroups: [""], resources: items("r"), resourceNames: items("n"), verbs: items("v") };
  expect(ruleRows([rich, { apiGroups: [""], resources: ["pods"], verbs: ["get"] }])).toEqual([
    { target: "pods", group: "", names: "", path: false, verbs: ["get"] },
    {
      target: "r0, r1, r2, r3, r4, … (2000)",
      group: "",
      names: "n0, n1, n2, n3, n4, … (2000)",
      path: false,
      verbs: ["v0, v1, v2, v3, v4, … (2000)"],
    },
  ]);
});
