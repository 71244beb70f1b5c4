import { CALL_COST_LIMIT, type Means, type VariableValues } from "../../../ground/cel/compile.ts";
import type { Expression } from "../../../ground/cel/composition/compileExpression.ts";
import { type Composition, namedValues } from "../../../ground/cel/composition/composition.ts";
import type { CelValue } from "../../../ground/cel/values/values.ts";
import { compilationError, evaluationError } from "./expressionErrors.ts";

/** The value of an expression, or its error. */
export type Outcome = { readonly value: CelValue } | { readonly error: string };

/** Thrown when expressions together exceed their budget. */
export class OutOfBudgetError extends Error {
  constructor() {
    super("validation failed due to running out of cost budget, no further validation rules will be run");
    this.name = "OutOfBudgetError";
  }
}

export interface Evaluations {
  /** In the order of the expressions; undefined where there is no expression. */
  readonly outcomes: readonly (Outcome | undefined)[];
  /** Duration of each evaluation in seconds. */
  readonly times: readonly number[];
  /** The remaining budget. */
  readonly remaining: number;
}

/**
 * Evaluates expressions that share a budget and variables.
 * @param budget units of work
 * @throws OutOfBudgetError
 */
export function evaluateExpressions(
  expressions: readonly (Expression | undefined)[],
  composition: Composition,
  values: VariableValues,
  budget: number,
  means: Means,
): Evaluations {
  const named = namedValues(composition, values, means);
  const variables: VariableValues = { ...values, variables: named.value };
  let remaining = budget;
  const evaluate = (expression: Expression | undefined): Outcome | undefined => {
    if (expression === undefined) return undefined;
    if ("problem" in expression) return { error: compilationError(expression.problem) };
    const made = expression.program.attempt(variables, { costLimit: CALL_COST_LIMIT, ...means });
    remaining -= made.cost + named.takeCost();
    if (remaining < 0) throw new OutOfBudgetError();
    return "error" in made ? { error: evaluationError(expression.source, made.error) } : { value: made.value };
  };
  const times: number[] = [];
  let start = performance.now();
  const outcomes = expressions.map((expression) => {
    const outcome = evaluate(expression);
    const end = performance.now();
    times.push((end - start) / 1000);
    start = end;
    return outcome;
  });
  return { outcomes, times, remaining };
}
