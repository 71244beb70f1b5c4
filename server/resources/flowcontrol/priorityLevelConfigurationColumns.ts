import type { PriorityLevelConfiguration } from "kubernetes-types/flowcontrol/v1";
import { NONE } from "../columns/cells.ts";
import { nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

const limited = (object: Parameters<typeof narrow>[0]) => narrow<PriorityLevelConfiguration>(object).spec?.limited;
const queuing = (object: Parameters<typeof narrow>[0]) => limited(object)?.limitResponse?.queuing;

/** Columns of priority level configurations. */
export const priorityLevelConfigurationColumns = nameAndAge(
  textColumn(
    "Type",
    "Whether requests of this level are limited",
    (o) => narrow<PriorityLevelConfiguration>(o).spec?.type ?? "",
  ),
  textColumn(
    "NominalConcurrencyShares",
    "Share of the server's concurrency",
    (o) => limited(o)?.nominalConcurrencyShares ?? NONE,
  ),
  textColumn("Queues", "Number of queues", (o) => queuing(o)?.queues ?? NONE),
  textColumn("HandSize", "Queues from which one is picked for a request", (o) => queuing(o)?.handSize ?? NONE),
  textColumn("QueueLengthLimit", "Requests that may wait in one queue", (o) => queuing(o)?.queueLengthLimit ?? NONE),
);
