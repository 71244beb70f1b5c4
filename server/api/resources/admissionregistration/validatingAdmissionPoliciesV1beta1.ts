import { otherVersion } from "../strategies/otherVersion.ts";
import { validatingAdmissionPolicies } from "./validatingAdmissionPolicies.ts";
import { validatingAdmissionPolicyBindings } from "./validatingAdmissionPolicyBindings.ts";

/** `admissionregistration.{domain}/v1beta1` validatingadmissionpolicies: an older version of the v1 resource. */
export const validatingAdmissionPoliciesV1beta1 = otherVersion(validatingAdmissionPolicies, {
  version: "v1beta1",
  definition: "api.admissionregistration.v1beta1.ValidatingAdmissionPolicy",
});

/** `admissionregistration.{domain}/v1beta1` validatingadmissionpolicybindings. */
export const validatingAdmissionPolicyBindingsV1beta1 = otherVersion(validatingAdmissionPolicyBindings, {
  version: "v1beta1",
  definition: "api.admissionregistration.v1beta1.ValidatingAdmissionPolicyBinding",
});
