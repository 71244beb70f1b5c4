import type { PodDisruptionBudget } from "kubernetes-types/policy/v1";
import { integerColumn, nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

const limit = (value: number | string | undefined): string => (value === undefined ? "N/A" : String(value));

/** Columns of pod disruption budgets. */
export const podDisruptionBudgetColumns = nameAndAge(
  textColumn("Min Available", "Number or share of pods that must stay available", (o) =>
    limit(narrow<PodDisruptionBudget>(o).spec?.minAvailable),
  ),
  textColumn("Max Unavailable", "Number or share of pods that may be unavailable", (o) =>
    limit(narrow<PodDisruptionBudget>(o).spec?.maxUnavailable),
  ),
  integerColumn(
    "Allowed Disruptions",
    "Calculated number of pods that may be disrupted now",
    (o) => narrow<PodDisruptionBudget>(o).status?.disruptionsAllowed ?? 0,
  ),
);
