import type { Authorizer } from "../../authorization/authorizer.ts";
import { rightsChecker } from "../../cel/checkRights.ts";
import { compile } from "../../cel/compile.ts";
import { CelError } from "../../cel/diagnostics.ts";
import { matchConditionEnvironment } from "../../cel/environments/environments.ts";
import { authorizerValue, resourceCheckValue } from "../../cel/library/authorizerLibrary.ts";
import { BOOL } from "../../cel/types/celType.ts";
import type { CompileCondition } from "./conditions.ts";

/** What all conditions of one webhook may cost together, spent by each of them alone at the most. */
const COST_LIMIT = 2_500_000;

/** Match conditions in the expression language; the variable `authorizer` asks for the rights of whoever made the request. */
export function celConditions(authorizer: Authorizer): CompileCondition {
  return (expression) => {
    const program = compile(expression, matchConditionEnvironment(), { result: BOOL });
    return async ({ object, oldObject, request, user }) => {
      const value = await program.evaluateWaiting(
        {
          object,
          oldObject,
          request,
          namespaceObject: null,
          authorizer: authorizerValue(),
          "authorizer.requestResource": resourceCheckValue(requested(request)),
        },
        { check: rightsChecker(authorizer, user), costLimit: COST_LIMIT },
      );
      if (typeof value !== "boolean") throw new CelError("cel expression must evaluate to a bool");
      return value;
    };
  };
}

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
