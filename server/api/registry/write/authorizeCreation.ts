import { forbidden, internalError } from "../../../../shared/status.ts";
import type { WriteRequest } from "./write.ts";
import { writeAttributes } from "./writeAttributes.ts";

/**
 * A user who may update or patch an object that does not exist must also be permitted to create it, by that name.
 *
 * @throws ApiError 403 with only the authorizers' reasons in its message; 500 when an authorizer failed
 */
export async function authorizeCreation(request: WriteRequest): Promise<void> {
  const { resource, context, name } = request;
  const asked = writeAttributes(request, "create");
  const { decision, reason, evaluationError } = await context.authorizer.authorize(context.user, asked);
  if (decision === "allow") return;
  if (evaluationError !== undefined) throw internalError(evaluationError);
  throw forbidden(resource, name, reason);
}
