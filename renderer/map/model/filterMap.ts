import type { Adjacency } from "./adjacency.ts";
import type { ClusterMap, MapNode } from "./clusterMap.ts";
import { needsAttention } from "./nodeState.ts";

export interface MapFilter {
  /** Text to find in names, kinds and labels; empty for none. */
  readonly text: string;
  readonly attentionOnly: boolean;
  /** Hidden kinds. */
  readonly hiddenKinds: ReadonlySet<string>;
}

export interface Filtered extends ClusterMap {
  /** Ids of the matches without their neighbours; undefined if there is no filter. */
  readonly found: ReadonlySet<string> | undefined;
}

/** The filtered map: the matches and their neighbours, so that connections remain visible. */
export function filterMap(map: ClusterMap, adjacency: Adjacency, filter: MapFilter): Filtered {
  const { text, attentionOnly, hiddenKinds } = filter;
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const isAny = words.length > 0 || attentionOnly;
  if (!isAny && hiddenKinds.size === 0) return { ...map, found: undefined };
  const nodes = map.nodes.filter(({ kind }) => !hiddenKinds.has(kind));
  const found = nodes.filter((node) => (!attentionOnly || needsAttention(node)) && hasWords(node, words));
  const foundIds = new Set(found.map(({ id }) => id));
  const kept = new Set(foundIds);
  for (const id of foundIds) for (const beside of adjacency.beside(id)) kept.add(beside);
  const left = isAny ? nodes.filter(({ id }) => kept.has(id)) : nodes;
  const ids = new Set(left.map(({ id }) => id));
  const edges = map.edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  return { nodes: left, edges, found: isAny ? foundIds : undefined };
}

function hasWords(node: MapNode, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const labels = Object.entries(node.labels).map(([key, value]) => `${key}=${value}`);
  const all = [node.name, node.kind, node.namespace, ...labels].join(" ").toLowerCase();
  return words.every((word) => all.includes(word));
}
