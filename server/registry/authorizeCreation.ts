import { forbidden, internalError } from "../../shared/status.ts";
import type { WriteRequest } from "./write.ts";

/**
 * Whoever was let in to update or patch an object that does not exist must also be permitted to create it, by that name.
 *
 * @throws ApiError 403 that holds what the authorizers said and nothing else; 500 when one of them failed
 */
export async function authorizeCreation({ resource, context, name }: WriteRequest): Promise<void> {
  const { decision, reason, evaluationError } = await context.authorizer.authorize(context.user, {
    resourceRequest: true,
    verb: "create",
    group: resource.group,
    version: resource.version,
    resource: resource.resource,
    subresource: "",
    namespace: context.namespace,
    name,
  });
  if (decision === "allow") return;
  if (evaluationError !== undefined) throw internalError(evaluationError);
  throw forbidden(resource, name, reason);
}
