import { type FieldError, invalid } from "../../../shared/fieldError.ts";
import { compileExpression } from "./composition/compileExpression.ts";
import { describeCompileError } from "./diagnostics.ts";
import type { Environment } from "./environment.ts";
import type { CelType } from "./types/celType.ts";

/** What is wrong with an expression; undefined for one that compiles. @param result types that it may have */
export function compileProblem(
  expression: string,
  environment: Environment,
  result: CelType | readonly CelType[],
): string | undefined {
  const compiled = compileExpression(expression, environment, result);
  return "problem" in compiled ? describeCompileError(compiled.problem) : undefined;
}

/** Field errors of an expression that an object states. @param result types that it may have */
export function validateExpression(
  expression: string,
  environment: Environment,
  result: CelType | readonly CelType[],
  path: string,
): FieldError[] {
  const why = compileProblem(expression, environment, result);
  return why === undefined ? [] : [invalid(path, expression, why)];
}
