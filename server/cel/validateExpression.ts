import { type FieldError, invalid } from "../../shared/fieldError.ts";
import { compile } from "./compile.ts";
import { CompileError } from "./diagnostics.ts";
import type { Environment } from "./environment.ts";
import type { CelType } from "./types/celType.ts";

/** Field errors of an expression that an object states. @param result types that it may have */
export function validateExpression(
  expression: string,
  environment: Environment,
  result: CelType | readonly CelType[],
  path: string,
): FieldError[] {
  try {
    compile(expression, environment, { result });
    return [];
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    const why = error.kind === "result" ? error.message : `compilation failed: ${error.message}`;
    return [invalid(path, expression, why)];
  }
}
