import { defineResource } from "../definition.ts";
import { validatingAdmissionPolicyColumns } from "./validatingAdmissionPolicyColumns.ts";
import {
  validatingAdmissionPolicyStatusStrategy,
  validatingAdmissionPolicyStrategy,
} from "./validatingAdmissionPolicyStrategy.ts";

/** `admissionregistration.{domain}/v1` validatingadmissionpolicies. */
export const validatingAdmissionPolicies = defineResource({
  group: "admissionregistration.{domain}",
  version: "v1",
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
  storageVersionHash: "6OxvlMmQ6is=",
});
