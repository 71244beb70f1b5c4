import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { fakeContext } from "../testing/fakeContext.ts";
import { bindingErrors, validateRoleRefChange } from "./bindingValidation.ts";
import { aggregationErrors, ruleErrors } from "./ruleValidation.ts";

const GROUP = fakeContext().vocabulary.rbacGroup;
const texts = (errors: readonly { field: string; message: string }[]) => errors.map((e) => `${e.field}: ${e.message}`);

const binding = (roleRef: object, subjects: object[] = []): ApiObject => ({
  metadata: { name: "b" },
  roleRef: { apiGroup: GROUP, kind: "ClusterRole", name: "r", ...roleRef },
  subjects,
});
const check = (object: ApiObject, namespaced = true) => texts(atOnce(bindingErrors(fakeContext(), object, namespaced)));

describe("Bindings", () => {
  test.each([
    [{ kind: "Deployment" }, 'roleRef.kind: Unsupported value: "Deployment": supported values: "Role", "ClusterRole"'],
    [{ apiGroup: "apps" }, `roleRef.apiGroup: Unsupported value: "apps": supported values: "${GROUP}"`],
    [{ name: "" }, "roleRef.name: Required value"],
  ])("role reference %j", (roleRef, text) => {
    expect(check(binding(roleRef))).toEqual([text]);
  });

  test.each([
    [
      { kind: "Robot", name: "x" },
      'subjects[0].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"',
    ],
    [
      { kind: "User", name: "x", apiGroup: "apps" },
      `subjects[0].apiGroup: Unsupported value: "apps": supported values: "${GROUP}"`,
    ],
    [{ kind: "ServiceAccount", name: "" }, "subjects[0].name: Required value"],
  ])("subject %j", (subject, text) => {
    expect(check(binding({}, [subject]))).toEqual([text]);
  });

  test("a service account subject requires a namespace only in a cluster role binding", () => {
    const object = binding({}, [{ kind: "ServiceAccount", name: "x" }]);
    expect(check(object)).toEqual([]);
    expect(check(object, false)).toEqual(["subjects[0].namespace: Required value"]);
    expect(check(binding({ kind: "Role" }), false)).toEqual([
      'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
    ]);
  });

  test("the role reference is immutable", () => {
    expect(texts(validateRoleRefChange(binding({ kind: "Role", name: "other" }), binding({ kind: "Role" })))).toEqual([
      `roleRef: Invalid value: rbac.RoleRef{APIGroup:"${GROUP}", Kind:"Role", Name:"other"}: cannot change roleRef`,
    ]);
    expect(validateRoleRefChange(binding({}), binding({}, [{ kind: "User", name: "x" }]))).toEqual([]);
  });
});

describe("Rules", () => {
  const rules = (rule: object, namespaced = true) =>
    texts(atOnce(ruleErrors({ metadata: {}, rules: [rule] }, namespaced)));

  test.each([
    [{ apiGroups: [""], resources: ["pods"] }, "rules[0].verbs: Required value: verbs must contain at least one value"],
    [
      { resources: ["pods"], verbs: ["get"] },
      "rules[0].apiGroups: Required value: resource rules must supply at least one api group",
    ],
    [
      { apiGroups: [""], verbs: ["get"] },
      "rules[0].resources: Required value: resource rules must supply at least one resource",
    ],
    [
      { nonResourceURLs: ["/x"], verbs: ["get"] },
      'rules[0].nonResourceURLs: Invalid value: []string{"/x"}: namespaced rules cannot apply to non-resource URLs',
    ],
  ])("%j", (rule, text) => {
    expect(rules(rule)).toEqual([text]);
  });

  test("a cluster role's rule covers either resources or non-resource URLs", () => {
    expect(rules({ nonResourceURLs: ["/x"], verbs: ["get"] }, false)).toEqual([]);
    expect(rules({ nonResourceURLs: ["/x"], verbs: ["get"], apiGroups: [""], resources: ["pods"] }, false)).toEqual([
      'rules[0].nonResourceURLs: Invalid value: []string{"/x"}: rules cannot apply to both regular resources and non-resource URLs',
    ]);
  });

  test("an aggregation rule requires a selector", () => {
    expect(texts(atOnce(aggregationErrors({ metadata: {}, aggregationRule: { clusterRoleSelectors: [] } })))).toEqual([
      "aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil",
    ]);
    expect(atOnce(aggregationErrors({ metadata: {} }))).toEqual([]);
  });
});
