import type { ValidatingAdmissionPolicy } from "kubernetes-types/admissionregistration/v1";
import { integer, nameAndAge, text } from "../cells/table.ts";
import { UNSET } from "../columns/cells.ts";
import { narrow } from "../strategies/narrow.ts";

export const validatingAdmissionPolicyColumns = nameAndAge(
  integer(
    "Validations",
    "Expressions that a request must satisfy",
    (o) => narrow<ValidatingAdmissionPolicy>(o).spec?.validations?.length ?? 0,
  ),
  text("ParamKind", "Kind of the objects that parameterise the policy", (o) => {
    const paramKind = narrow<ValidatingAdmissionPolicy>(o).spec?.paramKind;
    return paramKind === undefined ? UNSET : `${paramKind.apiVersion}/${paramKind.kind}`;
  }),
);
