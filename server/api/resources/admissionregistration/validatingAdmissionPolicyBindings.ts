import { defineResource } from "../../registry/definition.ts";
import { validatingAdmissionPolicyBindingColumns } from "./validatingAdmissionPolicyBindingColumns.ts";
import { validatingAdmissionPolicyBindingStrategy } from "./validatingAdmissionPolicyBindingStrategy.ts";

/** `admissionregistration.{domain}/v1` validatingadmissionpolicybindings. */
export const validatingAdmissionPolicyBindings = defineResource({
  group: "admissionregistration.{domain}",
  version: "v1",
  introduced: "1.30",
  kind: "ValidatingAdmissionPolicyBinding",
  plural: "validatingadmissionpolicybindings",
  singular: "validatingadmissionpolicybinding",
  scope: "Cluster",
  definition: "api.admissionregistration.v1.ValidatingAdmissionPolicyBinding",
  categories: ["api-extensions"],
  strategy: validatingAdmissionPolicyBindingStrategy,
  columns: validatingAdmissionPolicyBindingColumns,
});
