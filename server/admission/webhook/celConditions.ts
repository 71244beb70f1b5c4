import type { Authorizer } from "../../authorization/authorizer.ts";
import { rightsChecker } from "../../cel/checkRights.ts";
import type { Program } from "../../cel/compile.ts";
import { compileExpression } from "../../cel/composition/compileExpression.ts";
import { CelError, CompileError } from "../../cel/diagnostics.ts";
import { matchConditionEnvironment } from "../../cel/environments/admissionEnvironment.ts";
import { BOOL } from "../../cel/types/celType.ts";
import { authorizerVariables } from "../expressions/authorizerVariables.ts";
import { compilationError, evaluationError } from "../expressions/expressionErrors.ts";
import type { CompileCondition, ConditionVariables } from "./conditions.ts";

/** Match conditions in the expression language; the variable `authorizer` asks for the rights of whoever made the request. */
export function celConditions(authorizer: Authorizer): CompileCondition {
  return (expression) => {
    const program = compileCondition(expression);
    return async (variables) => {
      try {
        const check = rightsChecker(authorizer, variables.user);
        return (await program.evaluateWaiting(valuesOf(variables), { check })) === true;
      } catch (error) {
        if (!(error instanceof CelError)) throw error;
        throw new CelError(evaluationError(expression, error));
      }
    };
  };
}

function compileCondition(expression: string): Program {
  const compiled = compileExpression(expression, matchConditionEnvironment(), BOOL);
  if ("program" in compiled) return compiled.program;
  throw new CompileError(compiled.problem.kind, compilationError(compiled.problem));
}

/** The namespace is known to policies only. */
const valuesOf = ({ object, oldObject, request }: ConditionVariables) => ({
  object,
  oldObject,
  request,
  namespaceObject: null,
  ...authorizerVariables(request),
});
