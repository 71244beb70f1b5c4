import type { ApiObject } from "../../../shared/object.ts";
import { notFound } from "../../../shared/status.ts";
import type { ObjectReader } from "../../cache/reader.ts";
import { authorizerVariables } from "../expressions/authorizerVariables.ts";
import type { Shape } from "../matching/equivalents.ts";
import { NAMESPACES } from "../matching/matchRequest.ts";
import { type ReviewedObjects, reviewRequest } from "../matching/reviewRequest.ts";
import type { AdmissionRequest } from "../plugin.ts";
import type { PolicyInput } from "./evaluatePolicy.ts";

/** What a request is for a policy, whatever its parameter. */
export function policyInput(
  shape: Shape,
  request: AdmissionRequest,
  objects: ReviewedObjects,
  namespace: ApiObject | null,
): (params: ApiObject | null) => PolicyInput {
  const review = reviewRequest("", shape, request, objects);
  const values = { object: objects.object ?? null, oldObject: objects.oldObject ?? null, request: review };
  const authorizer = authorizerVariables(review);
  return (params) => ({ values: { ...values, params }, authorizer, namespace });
}

/**
 * The namespace that a request is in; null for cluster scope, which namespaces themselves have.
 * @throws ApiError 404
 */
export function requestedNamespace(
  { kind, namespace }: AdmissionRequest,
  reader: Pick<ObjectReader, "get">,
): ApiObject | null {
  const isNamespace = kind.group === "" && kind.version === "v1" && kind.kind === "Namespace";
  if (isNamespace || namespace === "") return null;
  const found = reader.get(NAMESPACES, "", namespace);
  if (found === undefined) throw notFound(NAMESPACES, namespace);
  return found;
}
