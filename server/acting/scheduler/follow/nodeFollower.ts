import type { Node } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { sameParts } from "../../../model/schema/semanticEquality.ts";
import type { ObjectChange } from "../../../store/cache/reader.ts";
import type { SchedulerCache } from "../cache/schedulerCache.ts";
import type { EventKind } from "../queue/clusterEvents.ts";
import type { SchedulingQueue } from "../queue/schedulingQueue.ts";

/** Updates the cache after a change of a node in the API, and notifies the queue of events that may help pods. */
export function followNode(
  { cache, queue }: { readonly cache: SchedulerCache; readonly queue: SchedulingQueue },
  { type, object }: ObjectChange,
): void {
  const name = object.metadata.name ?? "";
  const node = decoded<Node>(object);
  if (type === "deleted") {
    cache.deleteNode(name);
    queue.move({ kind: "NodeDelete", node });
    return;
  }
  const oldNode = cache.node(name)?.node;
  cache.setNode(node);
  if (oldNode === undefined) queue.move({ kind: "NodeAdd", node });
  else for (const kind of changesOf(node, oldNode)) queue.move({ kind, node, oldNode });
}

/** The kinds of events in a change of a node; none for a heartbeat. */
function changesOf(now: Node, before: Node): EventKind[] {
  const kinds: EventKind[] = [];
  const amounts = ({ status }: Node) => ({ allocatable: status?.allocatable });
  if (!atOnce(sameParts("api.core.v1.NodeStatus", amounts(now), amounts(before)))) kinds.push("NodeAllocatable");
  if (!deepEqual(now.metadata?.labels ?? {}, before.metadata?.labels ?? {})) kinds.push("NodeLabel");
  if (
    !deepEqual(now.spec?.taints ?? [], before.spec?.taints ?? []) ||
    now.spec?.unschedulable !== before.spec?.unschedulable
  )
    kinds.push("NodeTaint");
  if (!deepEqual(states(now), states(before))) kinds.push("NodeCondition");
  return kinds;
}

const states = ({ status }: Node): Record<string, string> =>
  Object.fromEntries((status?.conditions ?? []).map(({ type, status }) => [type, status]));
