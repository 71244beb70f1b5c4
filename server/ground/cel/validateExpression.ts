import { type FieldError, invalid } from "../../../shared/fieldError.ts";
import type { Steps } from "../../../shared/steps.ts";
import { compilingExpression } from "./composition/compileExpression.ts";
import { describeCompileError } from "./diagnostics.ts";
import type { Environment } from "./environment.ts";
import type { CelType } from "./types/celType.ts";

/** The error of an expression; undefined if it compiles. @param result its allowed types */
export function* compileProblem(
  expression: string,
  environment: Environment,
  result: CelType | readonly CelType[],
): Steps<string | undefined> {
  const compiled = yield* compilingExpression(expression, environment, result);
  return "problem" in compiled ? describeCompileError(compiled.problem) : undefined;
}

/** Field errors of an expression in an object. @param result its allowed types */
export function* expressionErrors(
  expression: string,
  environment: Environment,
  result: CelType | readonly CelType[],
  path: string,
): Steps<FieldError[]> {
  const message = yield* compileProblem(expression, environment, result);
  return message === undefined ? [] : [invalid(path, expression, message)];
}
