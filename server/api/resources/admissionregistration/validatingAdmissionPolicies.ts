import type { ValidatingAdmissionPolicy } from "kubernetes-types/admissionregistration/v1";
import { UNSET } from "../../registry/columns/cells.ts";
import { integerColumn, nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import {
  validatingAdmissionPolicyStatusStrategy,
  validatingAdmissionPolicyStrategy,
} from "./validatingAdmissionPolicyStrategy.ts";

/** Columns of validating admission policies. */
const validatingAdmissionPolicyColumns = nameAndAge(
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

/** `admissionregistration.{domain}/v1` validatingadmissionpolicies. */
export const validatingAdmissionPolicies = defineResource({
  group: "admissionregistration.{domain}",
  version: "v1",
  introduced: "1.30",
  kind: "ValidatingAdmissionPolicy",
  plural: "validatingadmissionpolicies",
  singular: "validatingadmissionpolicy",
  scope: "Cluster",
  definition: "api.admissionregistration.v1.ValidatingAdmissionPolicy",
  categories: ["api-extensions"],
  strategy: validatingAdmissionPolicyStrategy,
  columns: validatingAdmissionPolicyColumns,
  subresources: [
    { name: "status", verbs: ["get", "patch", "update"], strategy: validatingAdmissionPolicyStatusStrategy },
  ],
});
