import type { Steps } from "../../../../shared/steps.ts";
import { rightsChecker } from "../../../ground/cel/checkRights.ts";
import type { VariableValues } from "../../../ground/cel/compile.ts";
import { type Condition, compilingCondition } from "../../../ground/cel/condition.ts";
import { CelError, CompileError } from "../../../ground/cel/diagnostics.ts";
import { evaluator } from "../../../ground/cel/evaluator.ts";
import type { Authorizer } from "../../../ground/rights/authorizer.ts";
import { authorizerVariables } from "../expressions/authorizerVariables.ts";
import { compilationError, evaluationError } from "../expressions/expressionErrors.ts";
import type { CompileCondition, ConditionVariables } from "./conditions.ts";

/** Match conditions in the expression language. The variable `authorizer` checks permissions of the request's user. */
export function celConditions(authorizer: Authorizer): CompileCondition {
  return function* (expression) {
    const condition = yield* compiled(expression);
    return async ({ object, oldObject, request, user, inFlight }) => {
      const evaluate = evaluator(rightsChecker(authorizer, user), { owner: user.username, inFlight });
      const found = await condition.holds(evaluate, { object, oldObject, request }, conditionVariables);
      if (typeof found === "boolean") return found;
      throw new CelError(evaluationError(expression, new CelError(found.error)));
    };
  };
}

function* compiled(expression: string): Steps<Condition> {
  try {
    return yield* compilingCondition({ expression, environment: "admission" });
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    throw new CompileError(error.kind, compilationError(error));
  }
}

/** The variables of conditions. Only policies have the namespace. */
export const conditionVariables = ({
  object,
  oldObject,
  request,
}: Omit<ConditionVariables, "user" | "inFlight">): VariableValues => ({
  object,
  oldObject,
  request,
  namespaceObject: null,
  ...authorizerVariables(request),
});
