import type { Authorizer } from "../../authorization/authorizer.ts";
import { rightsChecker } from "../../cel/checkRights.ts";
import { compile, type Program } from "../../cel/compile.ts";
import { CelError, CompileError } from "../../cel/diagnostics.ts";
import { matchConditionEnvironment } from "../../cel/environments/environments.ts";
import { authorizerValue, resourceCheckValue } from "../../cel/library/authorizerLibrary.ts";
import { BOOL } from "../../cel/types/celType.ts";
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
        throw new CelError(`expression '${expression}' resulted in error: ${error.message}`);
      }
    };
  };
}

function compileCondition(expression: string): Program {
  try {
    return compile(expression, matchConditionEnvironment(), { result: BOOL });
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    const why = error.kind === "result" ? error.message : `compilation failed: ${error.message}`;
    throw new CompileError(error.kind, `compilation error: ${why}`);
  }
}

/** The namespace is known to policies only. */
const valuesOf = ({ object, oldObject, request }: ConditionVariables) => ({
  object,
  oldObject,
  request,
  namespaceObject: null,
  authorizer: authorizerValue(),
  "authorizer.requestResource": resourceCheckValue(requested(request)),
});

/** The resource that a request is about. */
function requested(request: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const { group, resource } = (request["resource"] ?? {}) as { group?: string; resource?: string };
  const text = (member: string): string => (typeof request[member] === "string" ? request[member] : "");
  return {
    group: group ?? "",
    resource: resource ?? "",
    subresource: text("subResource"),
    namespace: text("namespace"),
    name: text("name"),
  };
}
