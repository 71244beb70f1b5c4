import type { FlowSchema } from "kubernetes-types/flowcontrol/v1";
import { nameAndAge, text } from "../cells/table.ts";
import { NONE } from "../columns/cells.ts";
import { narrow } from "../strategies/narrow.ts";

export const flowSchemaColumns = [
  ...nameAndAge(
    text(
      "PriorityLevel",
      "Priority level that serves matching requests",
      (o) => narrow<FlowSchema>(o).spec?.priorityLevelConfiguration?.name ?? NONE,
    ),
    text(
      "MatchingPrecedence",
      "Rank among the schemas that match a request; the lowest wins",
      (o) => narrow<FlowSchema>(o).spec?.matchingPrecedence ?? 0,
    ),
    text(
      "DistinguisherMethod",
      "What tells the flows of this schema apart",
      (o) => narrow<FlowSchema>(o).spec?.distinguisherMethod?.type ?? NONE,
    ),
  ),
  text(
    "MissingPL",
    "Whether the priority level it names does not exist",
    (o) => narrow<FlowSchema>(o).status?.conditions?.find((condition) => condition.type === "Dangling")?.status ?? "?",
  ),
];
