import { aggregateText } from "../../../shared/aggregateText.ts";
import type { Program } from "../../cel/compile.ts";
import { compileExpression } from "../../cel/composition/compileExpression.ts";
import { CelError, CompileError, describeCompileError } from "../../cel/diagnostics.ts";
import { accessReviewEnvironment } from "../../cel/environments/environments.ts";
import { BOOL } from "../../cel/types/celType.ts";

/** A compiled condition. */
export type MatchCondition = Pick<Program, "source" | "evaluate">;

/** Whether a webhook is asked: when no condition says no. `error` when that cannot be told. */
export type Match = { readonly asked: boolean } | { readonly error: string };

/** @throws CompileError whose message tells what is wrong with it, as a whole */
export function compileMatchCondition(expression: string): MatchCondition {
  const compiled = compileExpression(expression, accessReviewEnvironment(), BOOL);
  if ("program" in compiled) return compiled.program;
  throw new CompileError(compiled.problem.kind, describeCompileError(compiled.problem));
}

/**
 * Evaluates conditions in order up to the first that is false; a condition that cannot be evaluated counts only when none
 * is.
 * @param request see `conditionRequest`
 */
export function matchConditions(conditions: readonly MatchCondition[], request: unknown): Match {
  const errors: string[] = [];
  for (const condition of conditions) {
    try {
      if (condition.evaluate({ request }) !== true) return { asked: false };
    } catch (error) {
      if (!(error instanceof CelError)) throw error;
      errors.push(`cel evaluation error: expression '${condition.source}' resulted in error: ${error.message}`);
    }
  }
  return errors.length === 0 ? { asked: true } : { error: aggregateText(errors) };
}
