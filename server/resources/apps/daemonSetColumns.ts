import type { DaemonSet } from "kubernetes-types/apps/v1";
import { labelsText } from "../columns/cells.ts";
import { containerColumns, selectorColumn } from "../columns/podTemplate.ts";
import { integerColumn, nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

const status = (object: Parameters<typeof narrow>[0]) => narrow<DaemonSet>(object).status;

/** Columns of daemon sets. */
export const daemonSetColumns = [
  ...nameAndAge(
    integerColumn("Desired", "Nodes that should run the pod", (o) => status(o)?.desiredNumberScheduled ?? 0),
    integerColumn(
      "Current",
      "Nodes that run at least one such pod and should",
      (o) => status(o)?.currentNumberScheduled ?? 0,
    ),
    integerColumn("Ready", "Nodes whose pod is ready", (o) => status(o)?.numberReady ?? 0),
    integerColumn("Up-to-date", "Nodes that run the updated pod", (o) => status(o)?.updatedNumberScheduled ?? 0),
    integerColumn("Available", "Nodes whose pod is available", (o) => status(o)?.numberAvailable ?? 0),
    textColumn("Node Selector", "Labels that a node must have to run the pod", (o) =>
      labelsText(narrow<DaemonSet>(o).spec?.template?.spec?.nodeSelector),
    ),
  ),
  ...containerColumns((o) => narrow<DaemonSet>(o).spec?.template),
  selectorColumn("Label query over the pods that the daemon set manages", (o) => narrow<DaemonSet>(o).spec?.selector),
];
