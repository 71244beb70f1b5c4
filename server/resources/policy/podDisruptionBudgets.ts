import { defineResource } from "../definition.ts";
import { podDisruptionBudgetColumns } from "./podDisruptionBudgetColumns.ts";
import { podDisruptionBudgetStatusStrategy, podDisruptionBudgetStrategy } from "./podDisruptionBudgetStrategy.ts";

/** `policy/v1` poddisruptionbudgets. */
export const podDisruptionBudgets = defineResource({
  group: "policy",
  version: "v1",
  kind: "PodDisruptionBudget",
  plural: "poddisruptionbudgets",
  singular: "poddisruptionbudget",
  scope: "Namespaced",
  definition: "api.policy.v1.PodDisruptionBudget",
  shortNames: ["pdb"],
  strategy: podDisruptionBudgetStrategy,
  columns: podDisruptionBudgetColumns,
  subresources: [{ name: "status", verbs: ["get", "patch", "update"], strategy: podDisruptionBudgetStatusStrategy }],
  storageVersionHash: "EVWiDmWqyJw=",
});
