import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import type { VariableValues } from "../../../ground/cel/compile.ts";
import { type Condition, compileCondition } from "../../../ground/cel/condition.ts";
import { CompileError, describeCompileError } from "../../../ground/cel/diagnostics.ts";
import { evaluator, noQuestions } from "../../../ground/cel/evaluator.ts";

/** A compiled condition. */
export type MatchCondition = Condition;

/** Whether the conditions permit calling a webhook; `error` when that could not be determined. */
export type Match = { readonly matches: boolean } | { readonly error: string };

/** @throws CompileError whose message describes all problems */
export function compileMatchCondition(expression: string): MatchCondition {
  try {
    return compileCondition({ expression, environment: "access" });
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    throw new CompileError(error.kind, describeCompileError(error));
  }
}

/**
 * Evaluates conditions in order up to the first that is false. Errors only count when none is false.
 * @param request see `conditionRequest`
 * @param owner the user who made the request
 */
export async function matchConditions(
  conditions: readonly MatchCondition[],
  request: unknown,
  owner: string,
): Promise<Match> {
  const evaluate = evaluator(noQuestions, { owner });
  const errors: string[] = [];
  for (const condition of conditions) {
    const found = await condition.holds(evaluate, { request }, accessVariables);
    if (found === false) return { matches: false };
    if (found !== true) {
      errors.push(`cel evaluation error: expression '${condition.source}' resulted in error: ${found.error}`);
    }
  }
  return errors.length === 0 ? { matches: true } : { error: aggregateText(errors) };
}

/** The variables of conditions. */
export const accessVariables = ({ request }: { readonly request: unknown }): VariableValues => ({ request });
