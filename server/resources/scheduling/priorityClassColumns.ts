import type { PriorityClass } from "kubernetes-types/scheduling/v1";
import { boolean, integer, nameAndAge, text } from "../cells/table.ts";
import { narrow } from "../strategies/narrow.ts";

export const priorityClassColumns = [
  ...nameAndAge(
    integer("Value", "Priority that pods of this class get", (o) => narrow<PriorityClass>(o).value),
    boolean(
      "Global-Default",
      "Whether pods without a class get this one",
      (o) => narrow<PriorityClass>(o).globalDefault ?? false,
    ),
  ),
  text(
    "PreemptionPolicy",
    "Whether pods of this class may preempt others",
    (o) => narrow<PriorityClass>(o).preemptionPolicy ?? "",
  ),
];
