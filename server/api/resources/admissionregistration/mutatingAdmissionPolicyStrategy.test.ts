import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { fakeContext } from "../testing/fakeContext.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { mutatingAdmissionPolicies, mutatingAdmissionPolicyBindings } from "./mutatingAdmissionPolicies.ts";
import { mutatingAdmissionPolicyStrategy } from "./mutatingAdmissionPolicyStrategy.ts";

const words = createVocabulary();

const texts = (errors: readonly { field: string; message: string }[] = []) =>
  errors.map(({ field, message }) => `${field}: ${message}`);
const rule = (operation: string) => ({
  operations: [operation],
  apiGroups: [""],
  apiVersions: ["v1"],
  resources: ["pods"],
  scope: "*",
});
const matching = (operation: string) => ({
  matchPolicy: "Equivalent",
  namespaceSelector: {},
  objectSelector: {},
  resourceRules: [rule(operation)],
});
const policy = (spec: object = {}): ApiObject => ({
  metadata: { name: "p" },
  spec: {
    failurePolicy: "Fail",
    reinvocationPolicy: "Never",
    matchConstraints: matching("CREATE"),
    mutations: [{ patchType: "JSONPatch", jsonPatch: { expression: "[JSONPatch{op: 'remove', path: '/spec'}]" } }],
    ...spec,
  },
});

describe("MutatingAdmissionPolicy", () => {
  test.each<[object, string[]]>([
    [{}, []],
    [
      { failurePolicy: undefined, reinvocationPolicy: "" },
      ["spec.failurePolicy: Required value", "spec.reinvocationPolicy: Required value"],
    ],
    [{ matchConstraints: undefined }, ["spec.matchConstraints: Required value"]],
    [{ mutations: [] }, ["spec.mutations: Required value: mutations must contain at least one item"]],
    [{ mutations: [{}] }, ["spec.mutations[0].patchType: Required value"]],
    [
      { mutations: [{ patchType: "Other" }] },
      ['spec.mutations[0].patchType: Unsupported value: "Other": supported values: "ApplyConfiguration", "JSONPatch"'],
    ],
    [
      { mutations: [{ patchType: "ApplyConfiguration", jsonPatch: { expression: "[]" } }] },
      [
        "spec.mutations[0].applyConfiguration: Required value: must be specified when patchType is ApplyConfiguration",
        'spec.mutations[0].jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration',
      ],
    ],
    [
      { mutations: [{ patchType: "JSONPatch", jsonPatch: { expression: " " } }] },
      ["spec.mutations[0].jsonPatch.expression: Required value"],
    ],
    [
      { mutations: [{ patchType: "JSONPatch", jsonPatch: { expression: "[1]" } }] },
      [
        'spec.mutations[0].jsonPatch.expression: Invalid value: "[1]": must evaluate to list(JSONPatch) but got list(int)',
      ],
    ],
    [
      { mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object.spec{}" } }] },
      [
        'spec.mutations[0].applyConfiguration.expression: Invalid value: "Object.spec{}": must evaluate to Object but got Object.spec',
      ],
    ],
    [
      { variables: [{ name: "a b", expression: "1" }, { name: "c" }] },
      [
        'spec.variables[0].name: Invalid value: "a b": name is not a valid CEL identifier',
        "spec.variables[1].expression: Required value: expression is not specified",
      ],
    ],
    [
      { matchConstraints: matching("DELETE") },
      [
        'spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
      ],
    ],
  ])("%j", (spec, expected) => {
    expect(texts(strategyErrors(mutatingAdmissionPolicyStrategy, fakeContext(), policy(spec)))).toEqual(expected);
  });

  test("prints the number of mutations", () => {
    const cells = mutatingAdmissionPolicies.columns.map((column) => column.cell(policy(), 0, words));
    expect(cells.slice(1, 3)).toEqual([1, "<unset>"]);
  });
});

test("a binding requires a policy name and rejects the DELETE operation", () => {
  const check = (spec: object) =>
    texts(strategyErrors(mutatingAdmissionPolicyBindings.strategy, fakeContext(), { metadata: { name: "b" }, spec }));
  expect(check({ policyName: "p" })).toEqual([]);
  expect(check({})).toEqual(["spec.policyName: Required value"]);
  expect(check({ policyName: "p", matchResources: matching("DELETE") })).toEqual([
    'spec.matchResources.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
  ]);
});
