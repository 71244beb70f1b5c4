import type { ApiObject } from "../../../../shared/object.ts";
import { notFound } from "../../../../shared/status.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import { authorizerVariables } from "../expressions/authorizerVariables.ts";
import type { Shape } from "../matching/equivalents.ts";
import { NAMESPACES } from "../matching/matchRequest.ts";
import { type ReviewedObjects, reviewRequest } from "../matching/reviewRequest.ts";
import type { PolicyInput } from "./evaluatePolicy.ts";

/** The policy's view of a request, without a parameter; plain data. */
export interface PolicySubject {
  readonly object: ApiObject | null;
  readonly oldObject: ApiObject | null;
  /** The `request` of an AdmissionReview. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly namespace: ApiObject | null;
}

export function policySubject(
  shape: Shape,
  request: AdmissionRequest,
  objects: ReviewedObjects,
  namespace: ApiObject | null,
): PolicySubject {
  const { object = null, oldObject = null } = objects;
  return { object, oldObject, request: reviewRequest("", shape, request, objects), namespace };
}

/** The variables for a request with a parameter. */
export const policyInput = (subject: PolicySubject, params: ApiObject | null): PolicyInput => ({
  values: { object: subject.object, oldObject: subject.oldObject, request: subject.request, params },
  authorizer: authorizerVariables(subject.request),
  namespace: subject.namespace,
});

/**
 * The namespace of a request; null for cluster scope and for requests about namespaces themselves.
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
