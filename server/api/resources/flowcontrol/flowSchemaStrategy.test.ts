import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { defaultFlowSchemas } from "./defaults.ts";
import { flowSchemaStatusStrategy, flowSchemaStrategy } from "./flowSchemaStrategy.ts";

const context = testContext();
const resourceRule = { verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"] };
const rule = { subjects: [{ kind: "User", user: { name: "u" } }], resourceRules: [resourceRule] };
const schema = (spec: object, name = "mine"): ApiObject => ({
  metadata: { name },
  spec: { priorityLevelConfiguration: { name: "low" }, matchingPrecedence: 10, ...spec },
});
const created = (spec: object, name?: string): string[] =>
  texts(strategyErrors(flowSchemaStrategy, context, schema(spec, name)));

describe("FlowSchema", () => {
  it.each<[object, string[]]>([
    [{}, []],
    [{ rules: [rule] }, []],
    [{ matchingPrecedence: 0 }, ["spec.matchingPrecedence: Invalid value: 0: must be a positive value"]],
    [{ matchingPrecedence: 10001 }, ["spec.matchingPrecedence: Invalid value: 10001: must not be greater than 10000"]],
    [
      { matchingPrecedence: 1 },
      ["spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1"],
    ],
    [
      { distinguisherMethod: { type: "ByMood" } },
      [
        'spec.distinguisherMethod.type: Unsupported value: flowcontrol.FlowDistinguisherMethod{Type:"ByMood"}: supported values: "ByNamespace", "ByUser"',
      ],
    ],
    [
      { priorityLevelConfiguration: {} },
      ["spec.priorityLevelConfiguration.name: Required value: must reference a priority level"],
    ],
  ])("%j", (spec, expected) => {
    expect(created(spec)).toEqual(expected);
  });
});

describe("Rules", () => {
  const errors = (value: object): string[] =>
    created({ rules: [value] }).map((text) => text.replace("spec.rules[0]", "r"));

  it.each<[object, string[]]>([
    [
      {},
      [
        "r.subjects: Required value: subjects must contain at least one value",
        "r: Required value: at least one of resourceRules and nonResourceRules has to be non-empty",
      ],
    ],
    [
      { ...rule, subjects: [{ kind: "Robot" }] },
      ['r.subjects[0].kind: Unsupported value: "Robot": supported values: "Group", "ServiceAccount", "User"'],
    ],
    [
      { ...rule, subjects: [{ kind: "User", group: { name: "g" }, serviceAccount: {} }] },
      [
        "r.subjects[0].user: Required value: user is required when subject kind is 'User'",
        "r.subjects[0].serviceAccount: Forbidden: serviceAccount is forbidden when subject kind is not 'ServiceAccount'",
        "r.subjects[0].group: Forbidden: group is forbidden when subject kind is not 'Group'",
      ],
    ],
    [
      { ...rule, subjects: [{ kind: "ServiceAccount", serviceAccount: { name: "*" } }] },
      ["r.subjects[0].serviceAccount.namespace: Required value: must specify namespace for service account"],
    ],
    [
      { ...rule, resourceRules: [{ verbs: ["*", "get"], apiGroups: ["*", "a"], resources: ["*", "b"] }] },
      [
        'r.resourceRules[0].verbs: Invalid value: []string{"*", "get"}: if \'*\' is present, must not specify other verbs',
        'r.resourceRules[0].apiGroups: Invalid value: []string{"*", "a"}: if \'*\' is present, must not specify other api groups',
        'r.resourceRules[0].resources: Invalid value: []string{"*", "b"}: if \'*\' is present, must not specify other resources',
        "r.resourceRules[0].namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace",
      ],
    ],
    [
      { ...rule, resourceRules: [{ ...resourceRule, verbs: ["look"] }] },
      [
        'r.resourceRules[0].verbs: Unsupported value: []string{"look"}: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"',
      ],
    ],
  ])("%j", (value, expected) => {
    expect(errors(value)).toEqual(expected);
  });

  it("report an invalid namespace", () => {
    const [error] = errors({ ...rule, resourceRules: [{ ...resourceRule, namespaces: ["A"] }] });
    expect(error).toMatch(
      /^r\.resourceRules\[0\]\.namespaces\[0\]: Invalid value: "A": each member of this list must be '\*' or a DNS-1123 label; a lowercase/,
    );
  });

  it.each([
    ["", "must not be empty"],
    ["x", "must start with slash"],
    ["/a b", "must not contain white-space"],
    ["/a//b", "must not contain double slash"],
    ["/a*", "wildcard can only do suffix matching"],
    ["/*/*", "wildcard can only do suffix matching"],
  ])("reject the path %j", (url, detail) => {
    const { resourceRules: _, ...rest } = rule;
    const value = { ...rest, nonResourceRules: [{ verbs: ["get"], nonResourceURLs: [url, "/", "/healthz/*"] }] };
    expect(errors(value)).toEqual([
      `r.nonResourceRules[0].nonResourceURLs[0]: Invalid value: ${JSON.stringify(url)}: ${detail}`,
    ]);
  });
});

describe("Mandatory and suggested flow schemas", () => {
  it("are valid, and the mandatory ones cannot be changed", () => {
    for (const object of defaultFlowSchemas.filter(({ metadata }) => !JSON.stringify(metadata).includes("{prefix}"))) {
      const rules = JSON.stringify(object["spec"]).replaceAll("{prefix}", "kube");
      expect(strategyErrors(flowSchemaStrategy, context, { ...object, spec: JSON.parse(rules) })).toEqual([]);
    }
    const [error] = created(
      { matchingPrecedence: 10_000, priorityLevelConfiguration: { name: "catch-all" } },
      "catch-all",
    );
    expect(error).toMatch(
      /^spec: Invalid value: flowcontrol.FlowSchemaSpec\{PriorityLevelConfiguration:.*Rules:\[\]flowcontrol.PolicyRulesWithSubjects\(nil\)\}: spec of 'catch-all' must equal the fixed value$/,
    );
  });
});

it("condition types are required and unique", () => {
  const status = { conditions: [{ type: "A" }, { type: "A" }, {}] };
  const errors = strategyErrors(flowSchemaStatusStrategy, context, { ...schema({}), status }, schema({}));
  expect(texts(errors ?? [])).toEqual([
    'status.conditions[1].type: Duplicate value: "A"',
    "status.conditions[2].type: Required value: must not be empty",
  ]);
});
