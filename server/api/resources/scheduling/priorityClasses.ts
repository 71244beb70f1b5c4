import type { PriorityClass } from "kubernetes-types/scheduling/v1";
import { booleanColumn, integerColumn, nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { priorityClassStrategy } from "./priorityClassStrategy.ts";

/** Columns of priority classes. */
const priorityClassColumns = [
  ...nameAndAge(
    integerColumn(
      "Value",
      "value represents the integer value of this priority class. This is the actual priority that pods receive when they have the name of this class in their pod spec.",
      (o) => narrow<PriorityClass>(o).value,
    ),
    booleanColumn(
      "Global-Default",
      "globalDefault specifies whether this PriorityClass should be considered as the default priority for pods that do not have any priority class. Only one PriorityClass can be marked as `globalDefault`. However, if more than one PriorityClasses exists with their `globalDefault` field set to true, the smallest value of such global default PriorityClasses will be used as the default priority.",
      (o) => narrow<PriorityClass>(o).globalDefault ?? false,
    ),
  ),
  textColumn(
    "PreemptionPolicy",
    "preemptionPolicy is the Policy for preempting pods with lower priority. One of Never, PreemptLowerPriority. Defaults to PreemptLowerPriority if unset.",
    (o) => narrow<PriorityClass>(o).preemptionPolicy ?? "",
  ),
];

/** `scheduling.{domain}/v1` priorityclasses. */
export const priorityClasses = defineResource({
  group: "scheduling.{domain}",
  version: "v1",
  kind: "PriorityClass",
  plural: "priorityclasses",
  singular: "priorityclass",
  scope: "Cluster",
  definition: "api.scheduling.v1.PriorityClass",
  shortNames: ["pc"],
  strategy: priorityClassStrategy,
  columns: priorityClassColumns,
});
