import { NONE } from "../../../registry/columns/cells.ts";
import { ageColumn, nameColumn, textColumn, wide } from "../../../registry/columns/table.ts";
import type { Column } from "../../../registry/definition.ts";
import { asPod } from "../views.ts";
import { podSummary, readinessGatesText } from "./podCells.ts";

const orNone = (text: string | undefined): string => (text === undefined || text === "" ? NONE : text);

/** Columns of the pod table. */
export const podColumns: readonly Column[] = [
  nameColumn,
  textColumn(
    "Ready",
    "The aggregate readiness state of this pod for accepting traffic.",
    (object, now) => podSummary(asPod(object), now).ready,
  ),
  textColumn(
    "Status",
    "The aggregate status of the containers in this pod.",
    (object, now) => podSummary(asPod(object), now).reason,
  ),
  textColumn(
    "Restarts",
    "The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.",
    (object, now) => podSummary(asPod(object), now).restarts,
  ),
  ageColumn,
  wide(
    textColumn(
      "IP",
      "podIP address allocated to the pod. Routable at least within the cluster. Empty if not yet allocated.",
      (object) => orNone(asPod(object).status?.podIPs?.[0]?.ip ?? asPod(object).status?.podIP),
    ),
  ),
  wide(
    textColumn(
      "Node",
      "NodeName indicates in which node this pod is scheduled. If empty, this pod is a candidate for scheduling by the scheduler defined in schedulerName. Once this field is set, the kubelet for this node becomes responsible for the lifecycle of this pod. This field should not be used to express a desire for the pod to be scheduled on a specific node. https://{labelDomain}/docs/concepts/scheduling-eviction/assign-pod-node/#nodename",
      (object) => orNone(asPod(object).spec?.nodeName),
    ),
  ),
  wide(
    textColumn(
      "Nominated Node",
      "nominatedNodeName is set only when this pod preempts other pods on the node, but it cannot be scheduled right away as preemption victims receive their graceful termination periods. This field does not guarantee that the pod will be scheduled on this node. Scheduler may decide to place the pod elsewhere if other nodes become available sooner. Scheduler may also decide to give the resources on this node to a higher priority pod that is created after preemption. As a result, this field may be different than PodSpec.nodeName when the pod is scheduled.",
      (object) => orNone(asPod(object).status?.nominatedNodeName),
    ),
  ),
  wide(
    textColumn(
      "Readiness Gates",
      'If specified, all readiness gates will be evaluated for pod readiness. A pod is ready when all its containers are ready AND all conditions specified in the readiness gates have status equal to "True" More info: https://git.{domain}/enhancements/keps/sig-network/580-pod-readiness-gates',
      (object) => readinessGatesText(asPod(object)),
    ),
  ),
];
