import type { ValidatingAdmissionPolicy } from "kubernetes-types/admissionregistration/v1";
import { UNSET } from "../columns/cells.ts";
import { integerColumn, nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Columns of validating admission policies. */
export const validatingAdmissionPolicyColumns = nameAndAge(
  integerColumn(
    "Validations",
    "Validations indicates the number of validation rules defined in this configuration",
    (o) => narrow<ValidatingAdmissionPolicy>(o).spec?.validations?.length ?? 0,
  ),
  textColumn("ParamKind", "ParamKind specifies the kind of resources used to parameterize this policy", (o) => {
    const paramKind = narrow<ValidatingAdmissionPolicy>(o).spec?.paramKind;
    return paramKind === undefined ? UNSET : `${paramKind.apiVersion}/${paramKind.kind}`;
  }),
);
