import type { VariableValues } from "../../../ground/cel/compile.ts";
import { authorizerValue, resourceCheckValue } from "../../../ground/cel/library/authorizerLibrary.ts";

/**
 * `authorizer`, and `authorizer.requestResource`: the requested resource, in the group and version of the request.
 * @param request the variable `request`, see `reviewRequest`
 */
export function authorizerVariables(request: Readonly<Record<string, unknown>>): VariableValues {
  const { group, resource } = (request["requestResource"] ?? {}) as { group?: string; resource?: string };
  const text = (member: string): string => (typeof request[member] === "string" ? request[member] : "");
  return {
    authorizer: authorizerValue(),
    "authorizer.requestResource": resourceCheckValue({
      group: group ?? "",
      resource: resource ?? "",
      subresource: text("requestSubResource"),
      namespace: text("namespace"),
      name: text("name"),
    }),
  };
}
