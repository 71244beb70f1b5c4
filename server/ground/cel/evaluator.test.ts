import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { PolicySpec } from "../../access/admission/policy/declarations.ts";
import { evaluatePolicy, type Verdict } from "../../access/admission/policy/evaluatePolicy.ts";
import { compilePolicy } from "../../access/admission/policy/policy.ts";
import { type PolicySubject, policyInput } from "../../access/admission/policy/policyInput.ts";
import { Pool } from "../offload/pool.ts";
import { Slice, SliceSpent } from "../turns/slice.ts";
import { compile } from "./compile.ts";
import { createEnvironment } from "./environment.ts";
import { evaluator, noQuestions } from "./evaluator.ts";
import { DYN } from "./types/celType.ts";

const pool = new Pool({ lanes: 2 });
afterAll(() => pool.close());

const environment = createEnvironment({ variables: { object: DYN } });
const ask = noQuestions as () => never;
const object = { list: [1, 2, 3], map: { a: "x", b: "y" }, text: "some text", n: 7 };

/** Expressions of many kinds, most of which have a value. */
const expressions = fc.letrec<Record<"int" | "bool" | "list", string>>((tie) => ({
  int: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("1", "object.n", "size(object.text)", "object.none", "object.list[1]"),
    fc.tuple(tie("int"), fc.constantFrom("+", "*", "/", "%"), tie("int")).map((parts) => `(${parts.join(" ")})`),
    tie("list").map((list) => `${list}.size()`),
  ),
  bool: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("true", "object.text.matches('t.x')", "'a' in object.map"),
    fc.tuple(tie("int"), fc.constantFrom("<", "==", ">="), tie("int")).map((parts) => `(${parts.join(" ")})`),
    fc.tuple(tie("bool"), fc.constantFrom("&&", "||"), tie("bool")).map((parts) => `(${parts.join(" ")})`),
    fc.tuple(tie("list"), fc.constantFrom("all", "exists"), tie("bool")).map(([l, m, b]) => `${l}.${m}(x, ${b})`),
  ),
  list: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("object.list", "[1, 2]", "object.text.split(' ').map(w, w.size())"),
    fc.tuple(tie("list"), tie("int")).map(([list, value]) => `${list}.map(y, ${value})`),
    fc.tuple(tie("list"), tie("bool")).map(([list, condition]) => `${list}.filter(z, ${condition})`),
  ),
}));

describe("an evaluation with a limited slice", () => {
  it("has the same outcome and cost as one without, or ends without an outcome", () => {
    fc.assert(
      fc.property(
        fc.oneof(expressions.int, expressions.bool),
        fc.integer({ min: 0, max: 400 }),
        (expression, units) => {
          const program = compile(expression, environment);
          const whole = program.attempt({ object }, { ask });
          const slice = new Slice(units);
          try {
            expect(program.attempt({ object }, { ask, slice })).toEqual(whole);
          } catch (error) {
            expect(error).toBeInstanceOf(SliceSpent);
            expect(whole.cost + 400).toBeGreaterThan(slice.left);
          }
          // A sufficient budget changes nothing.
          expect(program.attempt({ object }, { ask, slice: new Slice(1e9) })).toEqual(whole);
        },
      ),
    );
  });

  it("ends at its cost limit, whatever the slice", () => {
    const program = compile("object.list.all(a, object.list.all(b, a + b > 0))", environment);
    for (const costLimit of [0, 10, 50]) {
      const whole = program.attempt({ object }, { ask, costLimit });
      expect("error" in whole && whole.error.message).toContain("actual cost limit exceeded");
      expect(program.attempt({ object }, { ask, costLimit, slice: new Slice(1e6) })).toEqual(whole);
    }
  });
});

const subject: PolicySubject = {
  object: { metadata: { name: "o", labels: { big: "9007199254740993" } }, ...object, big: 9007199254740993n },
  oldObject: null,
  request: { name: "o", requestResource: { group: "g", resource: "r" } },
  namespace: { metadata: { name: "n" } },
};
const params = { metadata: { name: "p" }, limit: 3 };
const LOOP = "[1,2,3,4,5,6,7,8,9,10]";
/** An expression that costs more than one turn allows. */
const dear = (body: string): string => `${LOOP}.all(a, ${LOOP}.all(b, ${LOOP}.all(c, ${LOOP}.all(d, ${body}))))`;

/** The verdict on a policy by a worker, and by this thread. */
async function both(spec: PolicySpec, decision: "allow" | "deny" = "allow"): Promise<readonly [unknown, unknown]> {
  const questions: unknown[] = [];
  const evaluate = evaluator(
    async (question) => {
      questions.push(question);
      return { decision, reason: "because" };
    },
    { owner: "alice" },
    pool,
  );
  let here = 0;
  const away = await evaluate(
    () => {
      here += 1;
      throw new SliceSpent();
    },
    () => ({ task: "policy", definition: spec, subject, input: { name: "p", params } }),
  );
  expect(here).toBeGreaterThan(0);
  expect(new Set(questions.map((question) => JSON.stringify(question))).size).toBe(questions.length);
  const means = { ask: () => ({ decision, reason: "because" }) };
  const whole = evaluatePolicy(compilePolicy("p", spec), policyInput(subject, params), means);
  return [untimed(away), untimed(whole)];
}

/** A verdict without its times, which vary. */
const untimed = ({ failures, ignored, annotationErrors, ...rest }: Verdict) => ({
  ...rest,
  failures: failures.map(({ took: _, ...failure }) => failure),
  ignored: ignored.map(({ message }) => message),
  annotationErrors: annotationErrors.map(({ message }) => message),
});

describe("a worker", () => {
  it("returns the same results as an evaluation in the main thread", async () => {
    const specs: PolicySpec[] = [
      { validations: [{ expression: "object.n > params.limit" }, { expression: "object.none == 1" }], paramKind: {} },
      { validations: [{ expression: "object.big == 9007199254740993", message: "no" }, { expression: "1 +" }] },
      {
        variables: [{ name: "v", expression: "object.list.map(x, x * 2)" }],
        validations: [{ expression: "variables.v == [2, 4]", messageExpression: "'got %s'.format([variables.v])" }],
        auditAnnotations: [{ key: "k", valueExpression: "namespaceObject.metadata.name" }],
      },
      { matchConditions: [{ name: "c", expression: "object.none" }], validations: [{ expression: "false" }] },
      { failurePolicy: "Ignore", validations: [{ expression: dear("a + object.none > 0") }] },
      { validations: Array.from({ length: 12 }, () => ({ expression: dear(dear("true")) })) },
    ];
    for (const spec of specs) {
      const [away, here] = await both(spec);
      expect(away).toEqual(here);
    }
  });

  it("requests authorization checks, and continues with the answers", async () => {
    const check = (verb: string): string => `authorizer.group('').resource('pods').check('${verb}').allowed()`;
    const spec = { validations: [{ expression: `${check("get")} && ${check("list")}` }, { expression: check("get") }] };
    for (const decision of ["allow", "deny"] as const) {
      const [away, here] = await both(spec, decision);
      expect(away).toEqual(here);
    }
  });

  it("is used only for evaluations that exceed a turn", async () => {
    const asked: string[] = [];
    const workers = {
      run: async () => {
        asked.push("asked");
        return { value: "by a worker" };
      },
    };
    const evaluate = evaluator(noQuestions, { owner: "alice" }, workers);
    const job = () => ({ task: "none", definition: {}, subject: {}, input: undefined });
    const attempt = (expression: string) =>
      evaluate((means): unknown => compile(expression, environment).attempt({ object }, means), job);
    expect(await attempt("object.n == 7")).toMatchObject({ value: true });
    expect(asked).toEqual([]);
    expect(await attempt(dear("true"))).toBe("by a worker");
    expect(asked).toEqual(["asked"]);
  });
});
