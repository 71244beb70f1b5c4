import type { PriorityClass } from "kubernetes-types/scheduling/v1";
import { booleanColumn, integerColumn, nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Columns of priority classes. */
export const priorityClassColumns = [
  ...nameAndAge(
    integerColumn("Value", "Priority that pods of this class get", (o) => narrow<PriorityClass>(o).value),
    booleanColumn(
      "Global-Default",
      "Whether pods without a class get this one",
      (o) => narrow<PriorityClass>(o).globalDefault ?? false,
    ),
  ),
  textColumn(
    "PreemptionPolicy",
    "Whether pods of this class may preempt others",
    (o) => narrow<PriorityClass>(o).preemptionPolicy ?? "",
  ),
];
