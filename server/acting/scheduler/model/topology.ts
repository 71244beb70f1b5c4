import type { NodeInfo } from "../cache/nodeInfo.ts";
import type { NodeCounts } from "../cache/podTallies.ts";

/** The value of a node's label; undefined without this label. */
export const labelOf = ({ labels }: NodeInfo, key: string): string | undefined =>
  Object.hasOwn(labels, key) ? labels[key] : undefined;

/** Adds to the count of a value; an amount of zero adds no entry. */
export function addTo(counts: Map<string, number>, value: string, amount: number): void {
  const sum = (counts.get(value) ?? 0) + amount;
  if (sum === 0) counts.delete(value);
  else counts.set(value, sum);
}

/** Sums the counts of nodes by the value of a label. Nodes without the label are ignored. */
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
