import type { MatchResources, ParamRef } from "kubernetes-types/admissionregistration/v1";
import { type FieldError, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { invalidBy } from "../../../ground/formats/names/names.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import { generationStrategy } from "../../registry/strategies/specStatus.ts";
import { mutatingMatchErrors } from "./mutatingAdmissionPolicyStrategy.ts";
import { paramRefErrors } from "./validatingAdmissionPolicyBindingStrategy.ts";

/** Applies a mutating policy, with parameters and to the resources that it matches. */
export interface MutatingAdmissionPolicyBinding extends ApiObject {
  readonly spec?: {
    readonly policyName?: string;
    readonly paramRef?: ParamRef;
    readonly matchResources?: MatchResources;
  };
}

function* bindingErrors(object: ApiObject): Steps<FieldError[]> {
  const { spec } = yield* decodedInSteps<MutatingAdmissionPolicyBinding>(object);
  const { policyName = "", paramRef, matchResources } = spec ?? {};
  const name = "spec.policyName";
  return [
    ...(policyName === "" ? [required(name)] : invalidBy(name, policyName, checkSubdomain(policyName))),
    ...(paramRef === undefined ? [] : yield* paramRefErrors(paramRef, "spec.paramRef")),
    ...(matchResources === undefined ? [] : yield* mutatingMatchErrors(matchResources, "spec.matchResources")),
  ];
}

/** Rules of bindings of mutating admission policies. */
export const mutatingAdmissionPolicyBindingStrategy = generationStrategy({
  anyFinalizer: true,
  metadataOnUpdate: ["whole"],
  allowUnconditionalUpdate: false,
  validating: (_context, object) => bindingErrors(object),
});
