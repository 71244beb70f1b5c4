/** Matches a policy and its bindings with a request: determines the version and the parameters. */
import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError } from "../../../../shared/status.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import type { Shape } from "../matching/equivalents.ts";
import { type MatchDependencies, matchRequest } from "../matching/matchRequest.ts";
import { objectsIn } from "../matching/reviewRequest.ts";
import type { CommonSpec } from "./declarations.ts";
import { boundParams, type ParamResources, ParamsError } from "./params.ts";
import type { Binding, PolicyHead } from "./policy.ts";
import { type PolicySubject, policySubject, requestedNamespace } from "./policyInput.ts";

/** What matching needs besides the request. */
export interface FitDependencies extends MatchDependencies {
  readonly params: ParamResources;
}

export type Configured<T> = { readonly value: T } | { readonly problem: string };

/** Runs a function, and returns its value, or the problem when the policy cannot be applied to the request. */
export async function configured<T>(make: () => T | Promise<T>): Promise<Configured<T>> {
  try {
    return { value: await make() };
  } catch (error) {
    if (error instanceof ParamsError || error instanceof ApiError) return { problem: error.message };
    throw error;
  }
}

/**
 * The shape in which a policy sees a request; undefined when the policy does not match it.
 * @throws ParamsError, ApiError
 */
export function shapeFor<Spec extends CommonSpec>(
  policy: PolicyHead<Spec>,
  request: AdmissionRequest,
  dependencies: FitDependencies,
): Shape | undefined {
  const shape = matchRequest(policy.criteria, request, dependencies);
  if (shape !== undefined && policy.paramKind !== undefined) dependencies.params.resourceOf(policy.paramKind);
  return shape;
}

/** The policy's view of the request in that shape. @throws ApiError 404 when the request's namespace does not exist */
export async function subjectFor(
  shape: Shape,
  request: AdmissionRequest,
  { reader, equivalents }: FitDependencies,
): Promise<Configured<PolicySubject>> {
  const namespace = requestedNamespace(request, reader);
  const objects = await configured(() => objectsIn(shape, request, equivalents));
  return "problem" in objects ? objects : { value: policySubject(shape, request, objects.value, namespace) };
}

/**
 * The parameters to evaluate the policy with, one at a time; null stands for none. Empty when the binding does not
 * match.
 */
export async function paramsFor<Spec extends CommonSpec>(
  { paramKind }: PolicyHead<Spec>,
  { criteria, paramRef }: Binding,
  request: AdmissionRequest,
  dependencies: FitDependencies,
): Promise<readonly (ApiObject | null)[]> {
  if (criteria !== undefined && matchRequest(criteria, request, dependencies) === undefined) return [];
  if (paramKind === undefined || paramRef === undefined) return [null];
  return boundParams(dependencies.params.resourceOf(paramKind), paramRef, request.namespace);
}
