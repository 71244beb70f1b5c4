/** The amount of a node's resources that its pods request, as the scheduler counts it; not the actual usage. */
import type { ApiObject } from "../../../../shared/object.ts";
import { formatResource } from "../../../overview/formatAmount.ts";
import { amountOf, isRunning, podAmount } from "../../../overview/model/capacity.ts";
import { fieldsAt } from "../read.ts";

/** One resource of a node. Amounts are texts; shares are relative to the allocatable amount. */
export interface NodeResource {
  readonly name: string;
  readonly capacity: string;
  readonly allocatable: string;
  readonly requests: string;
  readonly limits: string;
  /** At least 0; above 1 if the node is overcommitted. */
  readonly requestShare: number;
  readonly limitShare: number;
}

/** The resources of a node, and the amounts that its pods request. @param pods on the node; ended ones are ignored */
export function resourcesOfNode(node: ApiObject, pods: readonly ApiObject[]): NodeResource[] {
  const capacity = fieldsAt(node, "status.capacity");
  const allocatable = fieldsAt(node, "status.allocatable");
  const running = pods.filter(isRunning);
  return Object.keys(capacity).map((name): NodeResource => {
    const sum = (kind: "requests" | "limits"): number =>
      name === "pods" ? running.length : running.reduce((total, pod) => total + podAmount(pod, kind, name), 0);
    const [requested, limited, whole] = [sum("requests"), sum("limits"), amountOf(allocatable[name])];
    return {
      name,
      capacity: formatResource(name, amountOf(capacity[name])),
      allocatable: formatResource(name, whole),
      requests: formatResource(name, requested),
      limits: name === "pods" ? "" : formatResource(name, limited),
      requestShare: whole === 0 ? 0 : requested / whole,
      limitShare: whole === 0 ? 0 : limited / whole,
    };
  });
}
