import type { NodeInfo } from "../cache/nodeInfo.ts";
import type { NodeCounts } from "../cache/podTallies.ts";

/** The value of a node's label; undefined when it has none of that key. */
export const labelOf = ({ labels }: NodeInfo, key: string): string | undefined =>
  Object.hasOwn(labels, key) ? labels[key] : undefined;

/** Adds to the count of a value; what counts nothing is left out. */
export function addTo(counts: Map<string, number>, value: string, amount: number): void {
  const sum = (counts.get(value) ?? 0) + amount;
  if (sum === 0) counts.delete(value);
  else counts.set(value, sum);
}

/** Counts of nodes, summed up over the nodes whose label has the same value. Nodes without the label count nowhere. */
export function byTopology(
  counts: NodeCounts,
  key: string,
  nodeOf: (name: string) => NodeInfo | undefined,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [name, count] of counts) {
    const node = nodeOf(name);
    const value = node === undefined ? undefined : labelOf(node, key);
    if (value !== undefined) addTo(sums, value, count);
  }
  return sums;
}
