import type { ValidatingAdmissionPolicyBinding } from "kubernetes-types/admissionregistration/v1";
import { UNSET } from "../columns/cells.ts";
import { nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Columns of validating admission policy bindings. */
export const validatingAdmissionPolicyBindingColumns = nameAndAge(
  textColumn(
    "PolicyName",
    "Policy that is bound",
    (o) => narrow<ValidatingAdmissionPolicyBinding>(o).spec?.policyName ?? "",
  ),
  textColumn("ParamRef", "Object that parameterises the policy", (o) => {
    const reference = narrow<ValidatingAdmissionPolicyBinding>(o).spec?.paramRef;
    if (reference === undefined) return UNSET;
    const namespace = reference.namespace ?? "";
    return `${namespace === "" ? "*" : namespace}/${reference.name ?? ""}`;
  }),
);
