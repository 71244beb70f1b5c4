import type { ValidatingAdmissionPolicy } from "kubernetes-types/admissionregistration/v1";
import { UNSET } from "../columns/cells.ts";
import { integerColumn, nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Columns of validating admission policies. */
export const validatingAdmissionPolicyColumns = nameAndAge(
  integerColumn(
    "Validations",
    "Expressions that a request must satisfy",
    (o) => narrow<ValidatingAdmissionPolicy>(o).spec?.validations?.length ?? 0,
  ),
  textColumn("ParamKind", "Kind of the objects that parameterise the policy", (o) => {
    const paramKind = narrow<ValidatingAdmissionPolicy>(o).spec?.paramKind;
    return paramKind === undefined ? UNSET : `${paramKind.apiVersion}/${paramKind.kind}`;
  }),
);
