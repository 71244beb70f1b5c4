import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import type { PolicySpec } from "../../../access/admission/policy/declarations.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { checkTypes, type ExpressionWarning, type ServedKinds } from "./typeChecking.ts";

const schema = loadSchema();
const KINDS: Record<string, string> = { deployments: "Deployment", configmaps: "ConfigMap" };
const kinds: ServedKinds = {
  kindsOf: ({ group, version, resource }) => {
    const kind = KINDS[resource];
    return kind === undefined ? [] : [{ group, version, kind }];
  },
  typeOf: ({ group, version, kind }) => schema.forKind(group, version, kind),
};
const rule = (group: string, ...resources: string[]) => ({
  operations: ["*"],
  apiGroups: [group],
  apiVersions: ["v1"],
  resources,
});
const checkAtOnce = (spec: PolicySpec): ExpressionWarning[] => atOnce(checkTypes(spec, kinds));
const check = (expression: string, more: PolicySpec = {}, messageExpression = "") =>
  checkAtOnce({
    matchConstraints: { resourceRules: [rule("apps", "deployments", "deployments/scale")] },
    validations: [{ expression, messageExpression }],
    ...more,
  });
const REF = "spec.validations[0].expression";

describe("checkTypes", () => {
  it("reports no warnings for valid expressions", () => {
    expect(
      check(
        "object.spec.replicas > 1 && has(object.metadata.labels) && object.spec.template.spec.containers.all(c, c.name != '' && c.ports.all(p, p.containerPort > 1)) && object.spec.strategy.rollingUpdate.maxSurge == '10%' && object.metadata.creationTimestamp < timestamp('2030-01-01T00:00:00Z') && object.metadata.__namespace__ == request.namespace && object.metadata.namespace == 'a'",
        { variables: [{ name: "n", expression: "object.spec.replicas" }] },
        "string(oldObject.spec.replicas + variables.n)",
      ),
    ).toEqual([]);
  });

  it("reports fields and types that do not exist", () => {
    expect(check("object.foo > 1", {}, "object.spec.replicas + 'x'")).toEqual([
      {
        fieldRef: REF,
        warning: "apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'foo'\n | object.foo > 1\n | ......^\n",
      },
      {
        fieldRef: "spec.validations[0].messageExpression",
        warning: expect.stringContaining("found no matching overload for '_+_' applied to '(int, string)'"),
      },
    ]);
  });

  it.each([
    // The published schema of a quantity has no type.
    ["object.spec.template.spec.containers[0].resources.limits.size() > 0", "undefined field 'limits'"],
    ["object.metadata.managedFields[0].fieldsV1.f == 1", "undefined field 'f'"],
    // Each place in an object has its own type.
    ["object.spec.template.spec.containers[0] == object.spec.template.spec.initContainers[0]", "no matching overload"],
  ])("knows only the published schema: %s", (expression, warning) => {
    expect(check(expression)[0]?.warning).toContain(warning);
  });

  it("checks every kind the policy matches by name", () => {
    const resourceRules = [rule("", "configmaps", "nothing"), rule("apps", "deployments")];
    const [found] = check("object.foo == 1", { matchConstraints: { resourceRules } });
    expect(found?.warning.match(/^\S*, Kind=\S*/gm)).toEqual(["/v1, Kind=ConfigMap:", "apps/v1, Kind=Deployment:"]);
  });

  it("skips wildcards", () => {
    expect(check("object.foo == 1", { matchConstraints: { resourceRules: [rule("*", "deployments")] } })).toEqual([]);
    expect(check("object.foo == 1", { matchConstraints: { resourceRules: [rule("apps", "*")] } })).toEqual([]);
  });

  it("knows the types of params and variables", () => {
    const paramKind = { apiVersion: "v1", kind: "ConfigMap" };
    expect(check("params.data['a'] == 'x'", { paramKind })).toEqual([]);
    expect(check("params.spec.a == 'x'", { paramKind })[0]?.warning).toContain("undefined field 'spec'");
    const variables = [{ name: "n", expression: "object.spec.replicas" }];
    expect(check("variables.n == 'a'", { variables })[0]?.warning).toContain("applied to '(int, string)'");
  });
});
