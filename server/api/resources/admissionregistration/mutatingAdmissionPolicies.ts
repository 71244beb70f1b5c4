import { UNSET } from "../../registry/columns/cells.ts";
import { integerColumn, nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { mutatingAdmissionPolicyBindingStrategy } from "./mutatingAdmissionPolicyBindingStrategy.ts";
import { type MutatingAdmissionPolicy, mutatingAdmissionPolicyStrategy } from "./mutatingAdmissionPolicyStrategy.ts";
import { validatingAdmissionPolicyBindingColumns } from "./validatingAdmissionPolicyBindingColumns.ts";

const shared = {
  group: "admissionregistration.{domain}",
  version: "v1alpha1",
  introduced: "1.32",
  scope: "Cluster",
  categories: ["api-extensions"],
} as const;

/** `admissionregistration.{domain}/v1alpha1` mutatingadmissionpolicies. */
export const mutatingAdmissionPolicies = defineResource({
  ...shared,
  kind: "MutatingAdmissionPolicy",
  plural: "mutatingadmissionpolicies",
  singular: "mutatingadmissionpolicy",
  definition: "api.admissionregistration.v1alpha1.MutatingAdmissionPolicy",
  strategy: mutatingAdmissionPolicyStrategy,
  columns: nameAndAge(
    integerColumn(
      "Mutations",
      "Number of changes that the policy makes",
      (o) => narrow<MutatingAdmissionPolicy>(o).spec?.mutations?.length ?? 0,
    ),
    textColumn("ParamKind", "Kind of the objects that parameterise the policy", (o) => {
      const kind = narrow<MutatingAdmissionPolicy>(o).spec?.paramKind;
      return kind === undefined || kind === null ? UNSET : `${kind.apiVersion ?? ""}/${kind.kind ?? ""}`;
    }),
  ),
});

/** `admissionregistration.{domain}/v1alpha1` mutatingadmissionpolicybindings. */
export const mutatingAdmissionPolicyBindings = defineResource({
  ...shared,
  kind: "MutatingAdmissionPolicyBinding",
  plural: "mutatingadmissionpolicybindings",
  singular: "mutatingadmissionpolicybinding",
  definition: "api.admissionregistration.v1alpha1.MutatingAdmissionPolicyBinding",
  strategy: mutatingAdmissionPolicyBindingStrategy,
  columns: validatingAdmissionPolicyBindingColumns,
});
