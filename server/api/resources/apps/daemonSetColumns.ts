import type { DaemonSet } from "kubernetes-types/apps/v1";
import { labelsText } from "../../registry/columns/cells.ts";
import { integerColumn, nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { containerColumns, selectorColumn } from "../columns/podTemplate.ts";

const status = (object: Parameters<typeof narrow>[0]) => narrow<DaemonSet>(object).status;

/** Columns of daemon sets. */
export const daemonSetColumns = [
  ...nameAndAge(
    integerColumn(
      "Desired",
      "The total number of nodes that should be running the daemon pod (including nodes correctly running the daemon pod). More info: https://{labelDomain}/docs/concepts/workloads/controllers/daemonset/",
      (o) => status(o)?.desiredNumberScheduled ?? 0,
    ),
    integerColumn(
      "Current",
      "The number of nodes that are running at least 1 daemon pod and are supposed to run the daemon pod. More info: https://{labelDomain}/docs/concepts/workloads/controllers/daemonset/",
      (o) => status(o)?.currentNumberScheduled ?? 0,
    ),
    integerColumn(
      "Ready",
      "The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and ready.",
      (o) => status(o)?.numberReady ?? 0,
    ),
    integerColumn(
      "Up-to-date",
      "The total number of nodes that are running updated daemon pod",
      (o) => status(o)?.updatedNumberScheduled ?? 0,
    ),
    integerColumn(
      "Available",
      "The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and available (ready for at least spec.minReadySeconds)",
      (o) => status(o)?.numberAvailable ?? 0,
    ),
    textColumn(
      "Node Selector",
      "NodeSelector is a selector which must be true for the pod to fit on a node. Selector which must match a node's labels for the pod to be scheduled on that node. More info: https://{labelDomain}/docs/concepts/configuration/assign-pod-node/",
      (o) => labelsText(narrow<DaemonSet>(o).spec?.template?.spec?.nodeSelector),
    ),
  ),
  ...containerColumns((o) => narrow<DaemonSet>(o).spec?.template),
  selectorColumn(
    "A label query over pods that are managed by the daemon set. Must match in order to be controlled. If empty, defaulted to labels on Pod template. More info: https://{labelDomain}/docs/concepts/overview/working-with-objects/labels/#label-selectors",
    (o) => narrow<DaemonSet>(o).spec?.selector,
  ),
];
