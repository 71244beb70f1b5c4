import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { texts } from "../testing/objects.ts";
import { aggregationErrors, ruleErrors } from "./ruleValidation.ts";

const role = (...rules: object[]): ApiObject => ({ metadata: { name: "r" }, rules });
const rule = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };

describe("Rules", () => {
  it.each<[object, boolean, string[]]>([
    [rule, true, []],
    [{ verbs: ["get"], nonResourceURLs: ["/healthz"] }, false, []],
    [
      {},
      true,
      [
        "rules[0].verbs: Required value: verbs must contain at least one value",
        "rules[0].apiGroups: Required value: resource rules must supply at least one api group",
        "rules[0].resources: Required value: resource rules must supply at least one resource",
      ],
    ],
    [
      { ...rule, nonResourceURLs: ["/x"] },
      true,
      [
        'rules[0].nonResourceURLs: Invalid value: []string{"/x"}: namespaced rules cannot apply to non-resource URLs',
        'rules[0].nonResourceURLs: Invalid value: []string{"/x"}: rules cannot apply to both regular resources and non-resource URLs',
      ],
    ],
  ])("%j", (value, namespaced, expected) => {
    expect(texts(atOnce(ruleErrors(role(value), namespaced)))).toEqual(expected);
  });
});

describe("Aggregation", () => {
  const gathering = (...clusterRoleSelectors: object[]): ApiObject => ({
    metadata: { name: "r" },
    aggregationRule: { clusterRoleSelectors },
  });
  const bad = { matchExpressions: [{ key: "a", operator: "In", values: ["no value"] }] };

  it("requires a selector", () => {
    expect(atOnce(aggregationErrors(gathering({ matchLabels: { a: "b" } })))).toEqual([]);
    expect(texts(atOnce(aggregationErrors(gathering())))).toEqual([
      "aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil",
    ]);
  });

  it("rejects an invalid selector even if it already exists", () => {
    const at = "aggregationRule.clusterRoleSelectors[0]";
    const useless = `${at}: Invalid value: "null": invalid label selector.`;
    expect(texts(atOnce(aggregationErrors(gathering(bad))))).toEqual([
      expect.stringMatching(/^aggregationRule.clusterRoleSelectors\[0\].matchExpressions\[0\].values\[0\]: Invalid/),
      useless,
    ]);
    expect(texts(atOnce(aggregationErrors(gathering(bad), gathering(bad))))).toEqual([useless]);
  });
});
