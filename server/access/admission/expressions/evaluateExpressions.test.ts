import { describe, expect, it } from "vitest";
import { compileExpression } from "../../../ground/cel/composition/compileExpression.ts";
import { compose } from "../../../ground/cel/composition/composition.ts";
import { admissionEnvironment } from "../../../ground/cel/environments/admissionEnvironment.ts";
import { evaluateExpressions, OutOfBudgetError } from "./evaluateExpressions.ts";

const composition = compose([{ name: "n", expression: "size(object.list)" }], { params: false });
const environment = admissionEnvironment({ params: false, authorizer: true, named: composition.types });
const ask = () => ({ decision: "allow", reason: "" }) as const;
const run = (sources: readonly (string | undefined)[], budget = 1000) =>
  evaluateExpressions(
    sources.map((source) => (source === undefined ? undefined : compileExpression(source, environment))),
    composition,
    { object: { list: [1, 2] } },
    budget,
    { ask },
  );

describe("evaluateExpressions", () => {
  it("returns an outcome for each expression, including failed ones", () => {
    expect(run(["variables.n == 2", undefined, "object.none", "1 +"]).outcomes).toEqual([
      { value: true },
      undefined,
      { error: "expression 'object.none' resulted in error: no such key: none" },
      { error: expect.stringMatching(/^compilation error: compilation failed: ERROR: <input>:1:4: Syntax error/) },
    ]);
  });

  it("charges a variable once, regardless of how many expressions use it", () => {
    const left = (...sources: string[]) => run(sources).remaining;
    const first = 1000 - left("variables.n > 0");
    const both = 1000 - left("variables.n > 0", "variables.n > 0");
    expect(both).toBeLessThan(2 * first);
    expect(both).toBeGreaterThan(first);
  });

  it("stops when the cost budget is exceeded, even by the last expression", () => {
    const cost = 1000 - run(["variables.n > 0"]).remaining;
    expect(run(["variables.n > 0"], cost).remaining).toBe(0);
    expect(() => run(["variables.n > 0"], cost - 1)).toThrow(OutOfBudgetError);
  });

  it("without an authorizer value does not define authorizer", () => {
    expect(run(["authorizer.path('/x').check('get').allowed()"]).outcomes).toEqual([
      { error: expect.stringContaining("no such attribute(s): authorizer") },
    ]);
  });
});
