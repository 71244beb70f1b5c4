import { immediately, type Steps } from "../../../../shared/steps.ts";
import { compilation, type Program } from "../compile.ts";
import { CompileError } from "../diagnostics.ts";
import type { Environment } from "../environment.ts";
import type { CelType } from "../types/celType.ts";

/** An expression, or the reason why it is invalid: an expression that was valid when it was stored may no longer be. */
export type Expression = { readonly source: string } & (
  | { readonly program: Program }
  | { readonly problem: CompileError }
);

/** @param result the allowed types of the value; any when omitted */
export const compileExpression = immediately(compilingExpression);

/** The same as a generator that yields to the event loop. */
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
