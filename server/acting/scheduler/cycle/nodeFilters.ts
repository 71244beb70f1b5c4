import type { NodeInfo } from "../cache/nodeInfo.ts";
import type { NodeRejection } from "../framework/diagnosis.ts";
import { isRejection, type NodeFilter, type Plugin, type Rejection, unresolvable } from "../framework/plugin.ts";
import type { PodInfo } from "../model/podInfo.ts";
import type { Nominator } from "../queue/nominator.ts";

/** What filters have found out about a pod, and where it may go at all. */
export interface PreparedFilters {
  readonly filters: readonly PreparedFilter[];
  /** The only nodes in question, and the plugins that say so; undefined for all. */
  readonly nodeNames: ReadonlySet<string> | undefined;
  readonly namedBy: readonly string[];
}

interface PreparedFilter {
  readonly plugin: string;
  readonly filter: NodeFilter;
}

/** A pod for which no node will do, whatever it is. */
export interface RejectedAtOnce {
  readonly rejection: Rejection;
  readonly plugins: readonly string[];
}

/** Lets every plugin look at the pod. */
export function prepareFilters(plugins: readonly Plugin[], pod: PodInfo): PreparedFilters | RejectedAtOnce {
  const filters: PreparedFilter[] = [];
  const namedBy: string[] = [];
  let nodeNames: ReadonlySet<string> | undefined;
  for (const plugin of plugins) {
    const prepared = plugin.prepareFilter?.(pod);
    if (prepared === undefined) continue;
    if (isRejection(prepared)) return { rejection: prepared, plugins: [plugin.name] };
    filters.push({ plugin: plugin.name, filter: prepared });
    const own = prepared.nodeNames;
    if (own === undefined) continue;
    namedBy.push(plugin.name);
    const before = nodeNames;
    nodeNames = before === undefined ? own : new Set([...before].filter((name) => own.has(name)));
    if (nodeNames.size > 0) continue;
    namedBy.sort();
    const [only] = namedBy;
    const reason =
      namedBy.length === 1
        ? `node(s) didn't satisfy plugin ${only}`
        : `node(s) didn't satisfy plugin(s) [${namedBy.join(" ")}] simultaneously`;
    return { rejection: unresolvable(reason), plugins: namedBy };
  }
  return { filters, nodeNames, namedBy: namedBy.sort() };
}

/** The first objection to a node as it is. */
export function filterNode({ filters }: PreparedFilters, node: NodeInfo): NodeRejection | undefined {
  for (const { plugin, filter } of filters) {
    const rejection = filter.filter(node);
    if (rejection !== undefined) return { ...rejection, plugin };
  }
  return undefined;
}

/** Tells all filters that another pod comes to a node, or goes from it, for a while. */
export function countPod({ filters }: PreparedFilters, other: PodInfo, node: NodeInfo, sign: 1 | -1): void {
  for (const { filter } of filters) filter.count?.(other, node, sign);
}

/**
 * The first objection to a node, also when the nominated pods of at least the same priority come there. The pod must
 * fit without them as well: they may never come, and its affinity must not depend on them.
 */
export function filterWithNominated(
  prepared: PreparedFilters,
  pod: PodInfo,
  node: NodeInfo,
  nominator: Nominator,
): NodeRejection | undefined {
  if (!nominator.has(node.name)) return filterNode(prepared, node);
  const others = [...nominator.on(node.name)].filter(
    ({ priority, uid }) => priority >= pod.priority && uid !== pod.uid,
  );
  if (others.length > 0) {
    const crowded = node.copy();
    for (const other of others) {
      crowded.add(other);
      countPod(prepared, other, crowded, 1);
    }
    const rejection = filterNode(prepared, crowded);
    for (const other of others) countPod(prepared, other, node, -1);
    if (rejection !== undefined) return rejection;
  }
  return filterNode(prepared, node);
}
