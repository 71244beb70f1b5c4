import type { PodDisruptionBudget } from "kubernetes-types/policy/v1";
import { integerColumn, nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

const limit = (value: number | string | undefined): string => (value === undefined ? "N/A" : String(value));

/** Columns of pod disruption budgets. */
export const podDisruptionBudgetColumns = nameAndAge(
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
