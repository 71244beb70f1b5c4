import type { Node, Taint } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";

const NODES = { group: "", version: "v1", resource: "nodes" };

/** The taint for each state of a condition. */
const TAINTS: readonly { readonly condition: string; readonly status: string; readonly taint: string }[] = [
  { condition: "Ready", status: "False", taint: "not-ready" },
  { condition: "Ready", status: "Unknown", taint: "unreachable" },
  { condition: "MemoryPressure", status: "True", taint: "memory-pressure" },
  { condition: "DiskPressure", status: "True", taint: "disk-pressure" },
  { condition: "NetworkUnavailable", status: "True", taint: "network-unavailable" },
  { condition: "PIDPressure", status: "True", taint: "pid-pressure" },
];

/** The taints to add to a node, and those to remove. */
export interface TaintChange {
  readonly add: readonly Taint[];
  readonly remove: readonly Taint[];
}

const isSame = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect;

export const hasTaint = ({ spec }: Node, taint: Taint): boolean =>
  (spec?.taints ?? []).some((each) => isSame(each, taint));

const keyOf = (name: string, vocabulary: Vocabulary): string => vocabulary.render(`node.{labelDomain}/${name}`);

/**
 * The changes of the taints that repel new pods, according to the node's conditions, and to whether a user has cordoned
 * it.
 */
export function repellingChange(node: Node, vocabulary: Vocabulary): TaintChange {
  const repelling = (name: string): Taint => ({ key: keyOf(name, vocabulary), effect: "NoSchedule" });
  const wanted = (node.status?.conditions ?? []).flatMap(({ type, status }) =>
    TAINTS.filter((each) => each.condition === type && each.status === status).map(({ taint }) => repelling(taint)),
  );
  if (node.spec?.unschedulable === true) wanted.push(repelling("unschedulable"));
  const own = [...TAINTS.map(({ taint }) => taint), "unschedulable"].map(repelling);
  return {
    add: wanted.filter((taint) => !hasTaint(node, taint)),
    remove: own.filter((taint) => hasTaint(node, taint) && !wanted.some((each) => isSame(each, taint))),
  };
}

/**
 * The taints that evict a node's pods: one for a node that reports that it is not ready, the other for a silent one.
 */
export function evictingTaints(vocabulary: Vocabulary): { readonly notReady: Taint; readonly unreachable: Taint } {
  const evicting = (name: string): Taint => ({ key: keyOf(name, vocabulary), effect: "NoExecute" });
  return { notReady: evicting("not-ready"), unreachable: evicting("unreachable") };
}

/**
 * The taints of a node after a change; taints of other components keep their places.
 * @param now milliseconds since the epoch
 */
export function changedTaints({ spec }: Node, { add, remove }: TaintChange, now: number): Taint[] {
  const dropped = [...add, ...remove];
  const kept = (spec?.taints ?? []).filter((taint) => !dropped.some((each) => isSame(each, taint)));
  // The type package declares the time as a date; on the wire it is text.
  const timeAdded = timestamp(now) as unknown as NonNullable<Taint["timeAdded"]>;
  return [...kept, ...add.map((taint) => ({ ...taint, timeAdded }))];
}

/** Writes a change of a node's taints, unless the node has changed in the meantime. @throws ApiError */
export async function changeTaints(
  client: Pick<ApiClient, "patch">,
  object: ApiObject,
  change: TaintChange,
  now: number,
): Promise<void> {
  if (change.add.length === 0 && change.remove.length === 0) return;
  const { name = "", resourceVersion } = object.metadata;
  const taints = changedTaints(decoded<Node>(object), change, now);
  const spec = { taints: taints.length === 0 ? null : taints };
  await client.patch({ ...NODES, name }, { metadata: { resourceVersion }, spec });
}
