import { immediately, type Steps } from "../../../../shared/steps.ts";
import { compilation, type Program } from "../compile.ts";
import { CompileError } from "../diagnostics.ts";
import type { Environment } from "../environment.ts";
import type { CelType } from "../types/celType.ts";

/** An expression, or why it is invalid: rules that were valid once may have become invalid. */
export type Expression = { readonly source: string } & (
  | { readonly program: Program }
  | { readonly problem: CompileError }
);

/** @param result the types that the value may have; without it, any */
export const compileExpression = immediately(compilingExpression);

/** The same in steps. */
export function* compilingExpression(
  source: string,
  environment: Environment,
  result?: CelType | readonly CelType[],
): Steps<Expression> {
  try {
    return { source, program: yield* compilation(source, environment, result === undefined ? {} : { result }) };
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    return { source, problem: error };
  }
}
