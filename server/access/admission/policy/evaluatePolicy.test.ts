import { describe, expect, it } from "vitest";
import { authorizerValue } from "../../../ground/cel/library/authorizerLibrary.ts";
import type { PolicySpec } from "./declarations.ts";
import { evaluatePolicy, type Verdict } from "./evaluatePolicy.ts";
import { compilePolicy } from "./policy.ts";

const evaluate = (spec: PolicySpec, object: unknown = {}): Verdict =>
  evaluatePolicy(
    compilePolicy("p", spec),
    {
      values: { object, oldObject: null, request: {}, params: null },
      authorizer: { authorizer: authorizerValue() },
      namespace: { metadata: { name: "n" } },
    },
    { ask: () => ({ decision: "allow", reason: "" }) },
  );
const check = (expression: string, more: object = {}) => ({ expression, ...more });
const messages = (verdict: Verdict): string[] => verdict.failures.map(({ message }) => message);
const problems = (verdict: Verdict): string[] => verdict.annotationErrors.map(({ message }) => message);
const loop = (depth: number): string =>
  depth === 0 ? "true" : `[0,1,2,3,4,5,6,7,8,9].all(i${depth}, ${loop(depth - 1)})`;

describe("Validations", () => {
  it("are reported in order with index and reason when they fail", () => {
    const validations = [check("true"), check("false", { reason: "Forbidden" }), check("false", { message: "m" })];
    expect(evaluate({ validations })).toEqual({
      failures: [
        { index: 1, message: "failed expression: false", reason: "Forbidden", took: expect.any(Number) },
        { index: 2, message: "m", reason: undefined, took: expect.any(Number) },
      ],
      ignored: [],
      annotations: [],
      annotationErrors: [],
    });
  });

  it("that cannot be evaluated fail unless errors are ignored; false ones always fail", () => {
    const validations = [check("object.none == 1", { reason: "Forbidden" }), check("1 +"), check("false")];
    const failing = evaluate({ validations });
    expect(messages(failing)).toEqual([
      "expression 'object.none == 1' resulted in error: no such key: none",
      expect.stringMatching(/^compilation error: compilation failed: ERROR/),
      "failed expression: false",
    ]);
    expect(failing.failures[0]).not.toHaveProperty("reason");
    const ignoring = evaluate({ validations, failurePolicy: "Ignore" });
    expect(messages(ignoring)).toEqual(["failed expression: false"]);
    expect(ignoring.ignored.map(({ message }) => message)).toEqual(messages(failing).slice(0, 2));
  });

  it("fail if their messages exceed the cost budget, even if the expression is true", () => {
    const validations = [check("true", { messageExpression: `string(${loop(4)})` })];
    const heavy = Array.from({ length: 400 }, () => validations[0] ?? check("true"));
    const detail =
      "failed messageExpression: validation failed due to running out of cost budget, no further validation rules will be run";
    expect(messages(evaluate({ validations: heavy }))).toEqual(heavy.map(() => detail));
    expect(messages(evaluate({ validations: heavy, failurePolicy: "Ignore" }))).toEqual([]);
    expect(messages(evaluate({ validations }))).toEqual([]);
  });
});

describe("Match conditions", () => {
  const validations = [check("false")];
  const under = (failurePolicy: string, ...expressions: string[]) =>
    messages(
      evaluate({ validations, failurePolicy, matchConditions: expressions.map((expression) => ({ expression })) }),
    );

  it("decide with a single false one, regardless of errors in others", () => {
    expect(under("Fail", "object.none", "false")).toEqual([]);
    expect(under("Fail", "true")).toEqual(["failed expression: false"]);
  });

  it("that cannot be evaluated cause one failure, or skip the policy with Ignore", () => {
    expect(under("Fail", "object.a == 1", "true", "object.b == 1")).toEqual([
      "[expression 'object.a == 1' resulted in error: no such key: a, expression 'object.b == 1' resulted in error: no such key: b]",
    ]);
    expect(under("Ignore", "object.a == 1")).toEqual([]);
  });

  it("have no namespaceObject", () => {
    expect(under("Fail", "namespaceObject != null")).toEqual([]);
    expect(messages(evaluate({ validations: [check("namespaceObject == null")] }))).toHaveLength(1);
  });
});

describe("Audit annotations", () => {
  const annotate = (valueExpression: string, more: PolicySpec = {}) =>
    evaluate({ ...more, auditAnnotations: [{ key: "k", valueExpression }] });

  it("are strings; null and blank strings are omitted", () => {
    expect(annotate("' a '").annotations).toEqual([{ key: "k", value: "a" }]);
    expect(annotate("null")).toMatchObject({ annotations: [], annotationErrors: [] });
    expect(annotate("' '")).toMatchObject({ annotations: [], annotationErrors: [] });
  });

  it("that cannot be evaluated are errors, unless errors are ignored", () => {
    const detail = "expression 'string(object.none)' resulted in error: no such key: none";
    expect(problems(annotate("string(object.none)"))).toEqual([detail]);
    expect(problems(annotate("string(object.none)", { failurePolicy: "Ignore" }))).toEqual([]);
  });

  it("have no authorizer", () => {
    expect(problems(annotate("authorizer.path('/x').check('get').reason()"))).toEqual([
      expect.stringContaining("no such attribute(s): authorizer"),
    ]);
  });
});
