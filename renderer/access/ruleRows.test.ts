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
    ruleRows(rules).map(({ what, group, names, path, verbs }) => [what, group, names, path, verbs.join(" ")]),
  ).toEqual([
    ["pods", "", "", false, "get list"],
    ["secrets", "", "a", false, "get"],
    ["pods", "apps", "", false, "get"],
    ["/healthz", "", "", true, "get"],
  ]);
});

it("filters by any column", () => {
  expect(ruleRows(rules, "APPS").map((row) => row.what)).toEqual(["pods"]);
  expect(ruleRows(rules, "health")).toHaveLength(1);
});
