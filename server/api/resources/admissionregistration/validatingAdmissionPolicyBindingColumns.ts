import type { ParamRef, ValidatingAdmissionPolicyBinding } from "kubernetes-types/admissionregistration/v1";
import type { StructuredSelector } from "../../../../shared/selectors/labelSelector.ts";
import { selectorDump } from "../../../ground/formats/wording/goText.ts";
import { UNSET } from "../../registry/columns/cells.ts";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { narrow } from "../../registry/strategies/narrow.ts";

/** The parameters' name, or their selector. */
function paramRefText({ name = "", namespace = "", selector }: ParamRef): string {
  if (name !== "") return `${namespace === "" ? "*" : namespace}/${name}`;
  return selector === undefined ? UNSET : selectorDump(selector as Partial<StructuredSelector>);
}

/** Columns of validating admission policy bindings. */
export const validatingAdmissionPolicyBindingColumns = nameAndAge(
  textColumn(
    "PolicyName",
    "PolicyName indicates the policy definition which the policy binding binded to",
    (o) => narrow<ValidatingAdmissionPolicyBinding>(o).spec?.policyName ?? "",
  ),
  textColumn("ParamRef", "ParamRef indicates the param resource which sets the configration param", (o) => {
    const reference = narrow<ValidatingAdmissionPolicyBinding>(o).spec?.paramRef;
    return reference === undefined ? UNSET : paramRefText(reference);
  }),
);
