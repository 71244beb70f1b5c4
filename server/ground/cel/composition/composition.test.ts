import { describe, expect, it } from "vitest";
import { admissionEnvironment } from "../environments/admissionEnvironment.ts";
import { formatType } from "../types/celType.ts";
import { compileExpression } from "./compileExpression.ts";
import { type Composition, compose, type NamedDeclaration, namedValues } from "./composition.ts";

const named = (...expressions: [string, string][]): NamedDeclaration[] =>
  expressions.map(([name, expression]) => ({ name, expression }));
const ask = () => ({ decision: "allow", reason: "" }) as const;

/** The value of an expression that uses the named values, and the cost of computing those. */
function evaluate(composition: Composition, source: string, object: unknown = {}) {
  const environment = admissionEnvironment({ params: false, authorizer: true, named: composition.types });
  const expression = compileExpression(source, environment);
  if (!("program" in expression)) throw expression.problem;
  const values = namedValues(composition, { object }, { ask });
  const made = expression.program.attempt({ object, variables: values.value }, { ask });
  return {
    result: "error" in made ? made.error.message : made.value,
    cost: values.takeCost(),
    again: values.takeCost(),
  };
}

describe("composited variables", () => {
  it("have the types of their expressions", () => {
    const { types } = compose(
      named(
        ["int", "1"],
        ["double", "1.5"],
        ["texts", "['a']"],
        ["map", "{'a': [1]}"],
        ["any", "object.x"],
        ["namespace", "namespaceObject"],
        ["kinds", "[request.kind]"],
        ["sum", "variables.int + 1"],
      ),
      { params: false },
    );
    expect(Object.fromEntries(Object.entries(types).map(([name, type]) => [name, formatType(type)]))).toEqual({
      int: "int",
      double: "double",
      texts: "list(string)",
      map: "map(string, list(int))",
      any: "dyn",
      namespace: "dyn",
      kinds: "list(dyn)",
      sum: "int",
    });
  });

  it("are evaluated lazily, and only once", () => {
    const composition = compose(named(["big", "size(object.list)"], ["bad", "object.none"]), { params: false });
    const object = { list: [1, 2, 3] };
    const once = evaluate(composition, "variables.big == 3", object);
    expect(once).toMatchObject({ result: true, again: 0 });
    expect(once.cost).toBeGreaterThan(0);
    expect(evaluate(composition, "variables.big + variables.big + variables.big == 9", object)).toEqual(once);
    expect(evaluate(composition, "true", object)).toEqual({ result: true, cost: 0, again: 0 });
  });

  it("report their errors where they are read, unless the rest of the expression decides", () => {
    const composition = compose(named(["bad", "object.none == 1"]), { params: false });
    const message = 'composited variable "bad" fails to evaluate: no such key: none';
    expect(evaluate(composition, "variables.bad").result).toBe(message);
    expect(evaluate(composition, "variables.bad || true").result).toBe(true);
  });

  it("report their compile errors where they are read", () => {
    const composition = compose(named(["odd", "1 +"], ["after", "variables.odd == 1"]), { params: false });
    expect(evaluate(composition, "variables.odd == 1").result).toMatch(
      /^composited variable "odd" fails to compile: compilation failed: ERROR: <input>:1:4: Syntax error/,
    );
    expect(evaluate(composition, "variables.after").result).toMatch(
      /^composited variable "after" fails to evaluate: composited variable "odd" fails to compile/,
    );
  });

  it("see only variables declared before them", () => {
    const { inOrder } = compose([...named(["a", "variables.b"], ["b", "1"]), { name: "blank", expression: " " }], {
      params: false,
    });
    expect(inOrder.map((each) => (each === undefined ? "blank" : "problem" in each))).toEqual([true, false, "blank"]);
  });
});

it("compiles very many variables, sharing the declarations of earlier ones", () => {
  const declarations = Array.from({ length: 10_000 }, (_, i) => ({ name: `v${i}`, expression: "1" }));
  const made = compose([...declarations, { name: "last", expression: "variables.v9999 + variables.v0" }], {
    params: false,
  });
  expect(made.inOrder.at(-1)).toHaveProperty("program");
  const early = compose(
    [
      { name: "first", expression: "variables.second" },
      { name: "second", expression: "1" },
    ],
    { params: false },
  );
  expect(early.inOrder[0]).toHaveProperty("problem");
});
