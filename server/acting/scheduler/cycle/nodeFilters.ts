import type { NodeInfo } from "../cache/nodeInfo.ts";
import type { NodeRejection } from "../framework/diagnosis.ts";
import { isRejection, type NodeFilter, type Plugin, type Rejection, unresolvable } from "../framework/plugin.ts";
import type { PodInfo } from "../model/podInfo.ts";
import type { Nominator } from "../queue/nominator.ts";

/** The prepared filters for a pod, and the nodes that are possible at all. */
export interface PreparedFilters {
  readonly filters: readonly PreparedFilter[];
  /** The only candidate nodes, and the plugins that restrict them; undefined when all nodes are. */
  readonly nodeNames: ReadonlySet<string> | undefined;
  readonly namedBy: readonly string[];
}

interface PreparedFilter {
  readonly plugin: string;
  readonly filter: NodeFilter;
}

/** A pod that was rejected before any node was checked. */
export interface RejectedAtOnce {
  readonly rejection: Rejection;
  readonly plugins: readonly string[];
}

/** Prepares the filters of all plugins for a pod. */
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

/** The first rejection of a node in its current state. */
export function filterNode({ filters }: PreparedFilters, node: NodeInfo): NodeRejection | undefined {
  for (const { plugin, filter } of filters) {
    const rejection = filter.filter(node);
    if (rejection !== undefined) return { ...rejection, plugin };
  }
  return undefined;
}

/** Tells all filters that another pod is temporarily added to a node, or removed from it. */
export function countPod({ filters }: PreparedFilters, other: PodInfo, node: NodeInfo, sign: 1 | -1): void {
  for (const { filter } of filters) filter.count?.(other, node, sign);
}

/**
 * The first rejection of a node, also checked with the nominated pods of at least the same priority added to it. The
 * pod must fit without these as well: they may never arrive, and its affinity must not depend on them.
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
