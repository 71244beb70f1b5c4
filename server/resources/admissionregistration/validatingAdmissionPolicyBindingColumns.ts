import type { ValidatingAdmissionPolicyBinding } from "kubernetes-types/admissionregistration/v1";
import { nameAndAge, text } from "../cells/table.ts";
import { UNSET } from "../columns/cells.ts";
import { narrow } from "../strategies/narrow.ts";

export const validatingAdmissionPolicyBindingColumns = nameAndAge(
  text("PolicyName", "Policy that is bound", (o) => narrow<ValidatingAdmissionPolicyBinding>(o).spec?.policyName ?? ""),
  text("ParamRef", "Object that parameterises the policy", (o) => {
    const reference = narrow<ValidatingAdmissionPolicyBinding>(o).spec?.paramRef;
    if (reference === undefined) return UNSET;
    const namespace = reference.namespace ?? "";
    return `${namespace === "" ? "*" : namespace}/${reference.name ?? ""}`;
  }),
);
