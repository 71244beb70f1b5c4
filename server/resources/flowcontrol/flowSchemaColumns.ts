import type { FlowSchema } from "kubernetes-types/flowcontrol/v1";
import { NONE } from "../columns/cells.ts";
import { nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Columns of flow schemas. */
export const flowSchemaColumns = [
  ...nameAndAge(
    textColumn(
      "PriorityLevel",
      "Priority level that serves matching requests",
      (o) => narrow<FlowSchema>(o).spec?.priorityLevelConfiguration?.name ?? NONE,
    ),
    textColumn(
      "MatchingPrecedence",
      "Rank among the schemas that match a request; the lowest wins",
      (o) => narrow<FlowSchema>(o).spec?.matchingPrecedence ?? 0,
    ),
    textColumn(
      "DistinguisherMethod",
      "What tells the flows of this schema apart",
      (o) => narrow<FlowSchema>(o).spec?.distinguisherMethod?.type ?? NONE,
    ),
  ),
  textColumn(
    "MissingPL",
    "Whether the priority level it names does not exist",
    (o) => narrow<FlowSchema>(o).status?.conditions?.find((condition) => condition.type === "Dangling")?.status ?? "?",
  ),
];
