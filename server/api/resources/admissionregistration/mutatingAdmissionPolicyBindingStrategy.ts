import type { MatchResources, ParamRef } from "kubernetes-types/admissionregistration/v1";
import { type FieldError, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { checkSubdomain } from "../../../../shared/qualifiedName.ts";
import { invalidBy } from "../../../ground/formats/names.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { generationStrategy } from "../../registry/strategies/specStatus.ts";
import { validateMutatingMatch } from "./mutatingAdmissionPolicyStrategy.ts";
import { validateParamRef } from "./validatingAdmissionPolicyBindingStrategy.ts";

/** Puts a mutating policy to work. */
export interface MutatingAdmissionPolicyBinding extends ApiObject {
  readonly spec?: {
    readonly policyName?: string;
    readonly paramRef?: ParamRef;
    readonly matchResources?: MatchResources;
  };
}

function validate(object: ApiObject): FieldError[] {
  const { policyName = "", paramRef, matchResources } = decoded<MutatingAdmissionPolicyBinding>(object).spec ?? {};
  const name = "spec.policyName";
  return [
    ...(policyName === "" ? [required(name)] : invalidBy(name, policyName, checkSubdomain(policyName))),
    ...(paramRef === undefined ? [] : validateParamRef(paramRef, "spec.paramRef")),
    ...(matchResources === undefined ? [] : validateMutatingMatch(matchResources, "spec.matchResources")),
  ];
}

/** Rules of bindings of mutating admission policies. */
export const mutatingAdmissionPolicyBindingStrategy = generationStrategy({
  anyFinalizer: true,
  metadataOnUpdate: ["whole"],
  allowUnconditionalUpdate: false,
  validate: (_context, object) => validate(object),
});
