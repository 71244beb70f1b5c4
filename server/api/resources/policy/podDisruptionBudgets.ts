import type { PodDisruptionBudget } from "kubernetes-types/policy/v1";
import { integerColumn, nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { podDisruptionBudgetStatusStrategy, podDisruptionBudgetStrategy } from "./podDisruptionBudgetStrategy.ts";

const limit = (value: number | string | undefined): string => (value === undefined ? "N/A" : String(value));

/** Columns of pod disruption budgets. */
const podDisruptionBudgetColumns = nameAndAge(
  textColumn("Min Available", "The minimum number of pods that must be available.", (o) =>
    limit(narrow<PodDisruptionBudget>(o).spec?.minAvailable),
  ),
  textColumn("Max Unavailable", "The maximum number of pods that may be unavailable.", (o) =>
    limit(narrow<PodDisruptionBudget>(o).spec?.maxUnavailable),
  ),
  integerColumn(
    "Allowed Disruptions",
    "Calculated number of pods that may be disrupted at this time.",
    (o) => narrow<PodDisruptionBudget>(o).status?.disruptionsAllowed ?? 0,
  ),
);

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
});
