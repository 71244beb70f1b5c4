import type { PriorityLevelConfiguration } from "kubernetes-types/flowcontrol/v1";
import { nameAndAge, text } from "../cells/table.ts";
import { NONE } from "../columns/cells.ts";
import { narrow } from "../strategies/narrow.ts";

const limited = (object: Parameters<typeof narrow>[0]) => narrow<PriorityLevelConfiguration>(object).spec?.limited;
const queuing = (object: Parameters<typeof narrow>[0]) => limited(object)?.limitResponse?.queuing;

export const priorityLevelConfigurationColumns = nameAndAge(
  text(
    "Type",
    "Whether requests of this level are limited",
    (o) => narrow<PriorityLevelConfiguration>(o).spec?.type ?? "",
  ),
  text(
    "NominalConcurrencyShares",
    "Share of the server's concurrency",
    (o) => limited(o)?.nominalConcurrencyShares ?? NONE,
  ),
  text("Queues", "Number of queues", (o) => queuing(o)?.queues ?? NONE),
  text("HandSize", "Queues from which one is picked for a request", (o) => queuing(o)?.handSize ?? NONE),
  text("QueueLengthLimit", "Requests that may wait in one queue", (o) => queuing(o)?.queueLengthLimit ?? NONE),
);
