import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { validatingAdmissionPolicyBindingStrategy } from "./validatingAdmissionPolicyBindingStrategy.ts";
import {
  validatingAdmissionPolicyStatusStrategy,
  validatingAdmissionPolicyStrategy,
} from "./validatingAdmissionPolicyStrategy.ts";

const context = testContext();
const match = { matchPolicy: "Equivalent", namespaceSelector: {}, objectSelector: {} };
const rule = { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] };
const policy = (more: object = {}, status: object = {}): ApiObject => ({
  metadata: { name: "p.example.com" },
  spec: {
    failurePolicy: "Fail",
    matchConstraints: { ...match, resourceRules: [rule] },
    validations: [{ expression: "true" }],
    ...more,
  },
  status,
});
const found = (object: ApiObject, old?: ApiObject): string[] => {
  const steps = validatingAdmissionPolicyStrategy.validating?.(context, object, old);
  return texts(steps === undefined ? [] : atOnce(steps));
};
const created = (more: object): string[] => found(policy(more));

describe("ValidatingAdmissionPolicy", () => {
  it.each<[object, string[]]>([
    [{}, []],
    [{ failurePolicy: null }, ["spec.failurePolicy: Required value"]],
    [{ matchConstraints: null }, ["spec.matchConstraints: Required value"]],
    [
      { matchConstraints: {} },
      [
        "spec.matchConstraints.matchPolicy: Required value",
        "spec.matchConstraints.namespaceSelector: Required value",
        "spec.matchConstraints.objectSelector: Required value",
        "spec.matchConstraints.resourceRules: Required value",
      ],
    ],
    [
      { paramKind: { apiVersion: "a/b/c" } },
      [
        'spec.paramKind.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
        "spec.paramKind.kind: Required value",
      ],
    ],
    [
      { paramKind: { apiVersion: "example.com/", kind: "Config" } },
      ['spec.paramKind.apiVersion: Invalid value: "example.com/": version must be specified'],
    ],
    [
      { variables: [{ name: "in", expression: "1" }, { name: " " }] },
      [
        'spec.variables[0].name: Invalid value: "in": name is not a valid CEL identifier',
        "spec.variables[1].name: Required value: name is not specified",
        "spec.variables[1].expression: Required value: expression is not specified",
      ],
    ],
    [
      { validations: [] },
      [
        "spec.validations: Required value: validations or auditAnnotations must contain at least one item",
        "spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one item",
      ],
    ],
    [
      { validations: [{ expression: " ", message: "a\nb", messageExpression: " ", reason: "Mood" }] },
      [
        "spec.validations[0].expression: Required value: expression is not specified",
        'spec.validations[0].messageExpression: Invalid value: " ": must be non-empty if specified',
        'spec.validations[0].message: Invalid value: "a\\nb": message must not contain line breaks',
        'spec.validations[0].reason: Unsupported value: "Mood": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
      ],
    ],
    [
      {
        auditAnnotations: [
          { key: "k", valueExpression: "'x'" },
          { key: "k", valueExpression: "" },
        ],
      },
      [
        "spec.auditAnnotations[1].valueExpression: Required value: valueExpression is not specified",
        'spec.auditAnnotations[1].key: Duplicate value: "k"',
      ],
    ],
  ])("%j", (more, expected) => {
    expect(created(more)).toEqual(expected);
  });

  it("reports an invalid kind in one error", () => {
    expect(created({ paramKind: { apiVersion: "v1", kind: "1" } })[0]).toMatch(
      /^spec\.paramKind\.kind: Invalid value: "1": may have mixed case, but should otherwise match: a DNS-1035 label/,
    );
  });

  it("tolerates existing invalid match conditions", () => {
    const old = policy({ matchConditions: [{ name: "a", expression: "" }] });
    expect(found(old, old)).toEqual([]);
    expect(found(old, policy())).toHaveLength(1);
  });

  it("validates warnings and conditions of its status", () => {
    const status = { typeChecking: { expressionWarnings: [{ fieldRef: "spec.x" }] }, conditions: [{}] };
    const errors = strategyErrors(validatingAdmissionPolicyStatusStrategy, context, policy({}, status), policy());
    expect(texts(errors ?? [])[0]).toBe("status.typeChecking.expressionWarnings[0].warning: Required value");
    expect(texts(errors ?? []).join()).toContain("status.conditions[0].reason: Required value: must be set");
  });
});

describe("Policy expressions", () => {
  const undeclared = (name: string, expression: string): string => {
    const column = expression.indexOf(name);
    const place = `ERROR: <input>:1:${column + 1}: undeclared reference to '${name}' (in container '')`;
    return `compilation failed: ${place}\n | ${expression}\n | ${".".repeat(column)}^`;
  };
  const wrong = (at: string, expression: string, detail: string): string =>
    `spec.${at}: Invalid value: ${JSON.stringify(expression)}: ${detail}`;
  const variables = [{ name: "n", expression: "size(object.spec.list)" }];
  const paramKind = { apiVersion: "v1", kind: "ConfigMap" };
  const checks = (expression: string, messageExpression?: string) => ({
    validations: [{ expression, ...(messageExpression === undefined ? {} : { messageExpression }) }],
  });
  const annotation = (valueExpression: string) => ({ auditAnnotations: [{ key: "k", valueExpression }] });
  const conditions = (expression: string) => ({ matchConditions: [{ name: "m", expression }] });

  it.each<[object, string[]]>([
    [checks(" object.x "), [wrong("validations[0].expression", " object.x ", "must evaluate to bool but got dyn")]],
    [checks("'a'"), [wrong("validations[0].expression", "'a'", "must evaluate to bool but got string")]],
    [checks("foo == 1"), [wrong("validations[0].expression", "foo == 1", undeclared("foo", "foo == 1"))]],
    [
      checks("params.a == 1"),
      [wrong("validations[0].expression", "params.a == 1", undeclared("params", "params.a == 1"))],
    ],
    [{ ...checks("params.a == 1", "string(params.a)"), paramKind }, []],
    [checks("true", "1"), [wrong("validations[0].messageExpression", "1", "must evaluate to string but got int")]],
    [
      checks("authorizer.path('/x').check('get').allowed()", "authorizer.path('/x').check('get').reason()"),
      [
        wrong(
          "validations[0].messageExpression",
          "authorizer.path('/x').check('get').reason()",
          undeclared("authorizer", "authorizer.path('/x').check('get').reason()"),
        ),
      ],
    ],
    [annotation("'a'"), []],
    [annotation("null"), []],
    [
      annotation(" [1] "),
      [
        wrong(
          "auditAnnotations[0].valueExpression",
          " [1] ",
          "must evaluate to one of [string null_type] but got list(int)",
        ),
      ],
    ],
    [conditions(" 1 "), [wrong("matchConditions[0].expression", "1", "must evaluate to bool but got int")]],
    [{ ...checks("variables.n > 1"), variables }, []],
    [
      { ...checks("variables.n"), variables },
      [wrong("validations[0].expression", "variables.n", "must evaluate to bool but got int")],
    ],
    [
      { ...checks("variables.x == 1"), variables },
      [
        wrong(
          "validations[0].expression",
          "variables.x == 1",
          "compilation failed: ERROR: <input>:1:10: undefined field 'x'\n | variables.x == 1\n | .........^",
        ),
      ],
    ],
    [
      checks("variables.n == 1"),
      [wrong("validations[0].expression", "variables.n == 1", undeclared("variables", "variables.n == 1"))],
    ],
    [
      { ...conditions("variables.n == 1"), variables },
      [wrong("matchConditions[0].expression", "variables.n == 1", undeclared("variables", "variables.n == 1"))],
    ],
    [
      {
        ...checks("variables.b"),
        variables: [
          { name: "a", expression: "b" },
          { name: "b", expression: "variables.a" },
        ],
      },
      [
        wrong("variables[0].expression", "b", undeclared("b", "b")),
        wrong("validations[0].expression", "variables.b", "must evaluate to bool but got dyn"),
      ],
    ],
  ])("%j", (more, expected) => {
    expect(created(more)).toEqual(expected);
  });
});

describe("ValidatingAdmissionPolicyBinding", () => {
  const binding = (more: object): string[] =>
    texts(
      strategyErrors(validatingAdmissionPolicyBindingStrategy, context, {
        metadata: { name: "b" },
        spec: { policyName: "p", validationActions: ["Deny"], ...more },
      }) ?? [],
    );
  const paramRef = { name: "x", parameterNotFoundAction: "Deny" };

  it.each<[object, string[]]>([
    [{ paramRef, matchResources: match }, []],
    [{ policyName: "" }, ["spec.policyName: Required value"]],
    [
      { validationActions: ["Deny", "Deny", "Shout"] },
      [
        'spec.validationActions[1]: Duplicate value: "Deny"',
        'spec.validationActions[2]: Unsupported value: "Shout": supported values: "Audit", "Deny", "Warn"',
      ],
    ],
    [
      { paramRef: { ...paramRef, selector: {} } },
      [
        "spec.paramRef.name: Forbidden: name and selector are mutually exclusive",
        "spec.paramRef.selector: Forbidden: name and selector are mutually exclusive",
      ],
    ],
    [
      { paramRef: {} },
      [
        "spec.paramRef: Required value: one of name or selector must be specified",
        "spec.paramRef.parameterNotFoundAction: Required value",
      ],
    ],
  ])("%j", (more, expected) => {
    expect(binding(more)).toEqual(expected);
  });
});
