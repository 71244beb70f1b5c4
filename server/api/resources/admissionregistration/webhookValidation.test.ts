import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { testContext, texts } from "../testing/objects.ts";
import { namedRuleErrors } from "./rules.ts";
import { webhookConfigurationStrategy } from "./webhookConfigurationStrategy.ts";

const context = testContext();
const hook = (more: object = {}): object => ({
  name: "hook.example.com",
  clientConfig: { url: "https://hook.example.com/check" },
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  ...more,
});
const configuration = (...webhooks: object[]): ApiObject => ({ metadata: { name: "c" }, webhooks });
const found = (object: ApiObject, old?: ApiObject): string[] => {
  const steps = webhookConfigurationStrategy.validating?.(context, object, old);
  return texts(steps === undefined ? [] : atOnce(steps));
};
const created = (...webhooks: object[]): string[] => found(configuration(...webhooks));
const updated = (now: object[], before: object[]): string[] => found(configuration(...now), configuration(...before));

describe("Webhook", () => {
  it.each<[object, string[]]>([
    [{}, []],
    [
      { name: "short" },
      ['name: Invalid value: "short": should be a domain with at least three segments separated by dots'],
    ],
    [{ failurePolicy: "Shrug" }, ['failurePolicy: Unsupported value: "Shrug": supported values: "Fail", "Ignore"']],
    [{ matchPolicy: "Near" }, ['matchPolicy: Unsupported value: "Near": supported values: "Equivalent", "Exact"']],
    [{ sideEffects: undefined }, ["sideEffects: Required value: must specify one of None, NoneOnDryRun"]],
    [{ sideEffects: "Some" }, ['sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"']],
    [{ timeoutSeconds: 31 }, ["timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds"]],
    [{ clientConfig: {} }, ["clientConfig: Required value: exactly one of url or service is required"]],
    [{ clientConfig: { service: { namespace: "n" } } }, ["clientConfig.service.namespace: Required value"]],
    [
      { reinvocationPolicy: "Often", clientConfig: {} },
      [
        'reinvocationPolicy: Unsupported value: "Often": supported values: "IfNeeded", "Never"',
        "clientConfig: Required value: exactly one of url or service is required",
      ],
    ],
    [{ admissionReviewVersions: [] }, ["admissionReviewVersions: Required value: must specify one of v1, v1beta1"]],
    [{ admissionReviewVersions: ["v1", "v1"] }, ['admissionReviewVersions[1]: Invalid value: "v1": duplicate version']],
    [
      { admissionReviewVersions: ["v9"] },
      ['admissionReviewVersions: Invalid value: []string{"v9"}: must include at least one of v1, v1beta1'],
    ],
    [
      { matchConditions: [{ name: "a", expression: "true" }, { name: "a", expression: " " }, {}] },
      [
        "matchConditions[1].expression: Required value",
        'matchConditions[1].name: Duplicate value: "a"',
        "matchConditions[2].expression: Required value",
        "matchConditions[2].name: Required value",
      ],
    ],
  ])("%j", (more, expected) => {
    expect(created(hook(more))).toEqual(expected.map((text) => `webhooks[0].${text}`));
  });

  it("requires a unique name and a limited number of match conditions", () => {
    expect(created(hook(), hook())).toEqual(['webhooks[1].name: Duplicate value: "hook.example.com"']);
    const matchConditions = Array.from({ length: 65 }, (_, i) => ({ name: `c${i}`, expression: "true" }));
    expect(created(hook({ matchConditions }))).toEqual([
      "webhooks[0].matchConditions: Too many: 65: must have at most 64 items",
    ]);
  });
});

describe("Update", () => {
  it.each<[string, object]>([
    ["side effects", { sideEffects: "Some" }],
    ["review versions", { admissionReviewVersions: ["v9"] }],
    ["match conditions", { matchConditions: [{ name: "a", expression: "" }] }],
    ["selectors", { objectSelector: { matchExpressions: [{ key: "a", operator: "In", values: ["no value"] }] } }],
  ])("tolerates existing invalid %s", (_, more) => {
    expect(updated([hook(more)], [hook(more)])).toEqual([]);
    expect(updated([hook(more)], [hook()])).not.toEqual([]);
  });

  it("tolerates existing duplicate names", () => {
    expect(updated([hook(), hook()], [hook(), hook()])).toEqual([]);
  });
});

describe("Rules", () => {
  const rule = { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] };
  const errors = (more: object): string[] => texts(atOnce(namedRuleErrors({ ...rule, ...more }, "r")));
  const resources = (...list: string[]): string[] => errors({ resources: list });

  it.each<[object, string[]]>([
    [{}, []],
    [{ operations: [] }, ["r.operations: Required value"]],
    [
      { operations: ["*", "CREATE"] },
      [
        'r.operations: Invalid value: []admissionregistration.OperationType{"*", "CREATE"}: if \'*\' is present, must not specify other operations',
      ],
    ],
    [
      { operations: ["GET"] },
      ['r.operations[0]: Unsupported value: "GET": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"'],
    ],
    [{ apiGroups: [], apiVersions: [""] }, ["r.apiGroups: Required value", "r.apiVersions[0]: Required value"]],
    [{ scope: "World" }, ['r.scope: Unsupported value: "World": supported values: "*", "Cluster", "Namespaced"']],
    [
      { resourceNames: ["a", "a", "b/c"] },
      ['r.resourceNames[1]: Duplicate value: "a"', "r.resourceNames[2]: Invalid value: \"b/c\": may not contain '/'"],
    ],
  ])("%j", (more, expected) => {
    expect(errors(more)).toEqual(expected);
  });

  it("reject resources already covered by a wildcard", () => {
    expect(resources("*", "pods/status")).toEqual([]);
    expect(resources("*", "pods")[0]).toMatch(/must not specify other resources without subresources$/);
    expect(resources("pods", "*")).toEqual([]);
    expect(resources("*/*", "pods/status")[0]).toMatch(/if '\*\/\*' is present, must not specify other resources$/);
    expect(resources("pods/*", "pods/status")).toEqual([
      "r.resources[1]: Invalid value: \"pods/status\": if 'pods/*' is present, must not specify pods/status",
    ]);
    expect(resources("*/scale", "pods/scale")).toEqual([
      "r.resources[1]: Invalid value: \"pods/scale\": if '*/scale' is present, must not specify pods/scale",
    ]);
    expect(resources("")).toEqual(["r.resources[0]: Required value"]);
  });
});
