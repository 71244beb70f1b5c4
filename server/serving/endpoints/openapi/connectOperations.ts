import type { SubresourceDefinition } from "../../../api/registry/definition.ts";
import type { Method, Operation } from "./operation.ts";
import type { OperationContext } from "./operationContext.ts";
import { capitalize } from "./operationNames.ts";
import { optionParameters, pretty, restOfPathParameter } from "./parameters.ts";

/** The methods of a proxy, which passes any method on; discovery lists only those that are verbs. */
const PROXIED: readonly Method[] = ["get", "put", "post", "delete", "options", "head", "patch"];

/**
 * Operations of a sub-resource that streams to a node or proxies a request. Its options are query parameters. A log is
 * described as a read of an object, all others as connections.
 */
export function connectOperations(
  context: OperationContext,
  sub: SubresourceDefinition,
  shared: Pick<Operation, "path" | "tag" | "kind" | "consumes" | "produces">,
): Operation[] {
  const { prefix, scope, itemParameters, kind } = context;
  const suffix = `${scope}${kind.kind}${capitalize(sub.name)}`;
  if (sub.kind === undefined) {
    const options = context.schema.definition("api.core.v1.PodLogOptions");
    return [
      {
        ...shared,
        method: "get",
        id: `read${prefix}${suffix}`,
        description: `read ${sub.name} of the specified ${kind.kind}`,
        parameters: [...itemParameters, ...optionParameters(context, options), pretty],
        responses: [{ status: 200, body: "string" }],
        produces: ["text/plain", ...context.media],
        action: "get",
      },
    ];
  }
  const proxy = sub.verbs.includes("update");
  const methods = proxy ? PROXIED : (["get", "post"] as const);
  const options =
    sub.definition === undefined ? [] : optionParameters(context, context.schema.definition(sub.definition));
  const operation = (method: Method, rest: boolean): Operation => ({
    ...shared,
    path: rest ? `${shared.path}/{path}` : shared.path,
    method,
    id: `connect${prefix}${capitalize(method)}${suffix}${rest ? "WithPath" : ""}`,
    description: `connect ${method.toUpperCase()} requests to ${sub.name} of ${kind.kind}`,
    parameters: [...itemParameters, ...(rest ? [restOfPathParameter] : []), ...options],
    responses: [{ status: 200, body: "string" }],
    produces: ["*/*"],
    action: "connect",
  });
  return [
    ...methods.map((method) => operation(method, false)),
    ...(proxy ? methods.map((method) => operation(method, true)) : []),
  ];
}
