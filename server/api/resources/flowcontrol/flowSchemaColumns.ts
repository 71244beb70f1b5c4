import type { FlowSchema } from "kubernetes-types/flowcontrol/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { NONE } from "../../registry/columns/cells.ts";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { narrow } from "../../registry/strategies/narrow.ts";

/** Columns of flow schemas. */
export const flowSchemaColumns = [
  ...nameAndAge(
    textColumn(
      "PriorityLevel",
      "`name` is the name of the priority level configuration being referenced Required.",
      (o) => narrow<FlowSchema>(o).spec?.priorityLevelConfiguration?.name ?? NONE,
    ),
    textColumn(
      "MatchingPrecedence",
      "`matchingPrecedence` is used to choose among the FlowSchemas that match a given request. The chosen FlowSchema is among those with the numerically lowest (which we take to be logically highest) MatchingPrecedence.  Each MatchingPrecedence value must be ranged in [1,10000]. Note that if the precedence is not specified, it will be set to 1000 as default.",
      (o) => narrow<FlowSchema>(o).spec?.matchingPrecedence ?? 0,
    ),
    textColumn(
      "DistinguisherMethod",
      "`distinguisherMethod` defines how to compute the flow distinguisher for requests that match this schema. `nil` specifies that the distinguisher is disabled and thus will always be the empty string.",
      (o) => narrow<FlowSchema>(o).spec?.distinguisherMethod?.type ?? NONE,
    ),
  ),
  textColumn(
    "MissingPL",
    "references a broken or non-existent PriorityLevelConfiguration",
    (o) => narrow<FlowSchema>(o).status?.conditions?.find((condition) => condition.type === "Dangling")?.status ?? "?",
  ),
];

const precedence = (object: ApiObject): number => narrow<FlowSchema>(object).spec?.matchingPrecedence ?? 0;

/** Sorts the rows in the order in which the schemas are matched. */
export function byPrecedence(a: ApiObject, b: ApiObject): number {
  const difference = precedence(a) - precedence(b);
  if (difference !== 0) return difference;
  return (a.metadata.name ?? "") < (b.metadata.name ?? "") ? -1 : 1;
}
