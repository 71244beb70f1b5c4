/** Clusters up to this size are looked at as a whole. */
const SMALL = 100;
const LEAST_PERCENT = 5;

/**
 * How many feasible nodes are enough to choose from.
 * @param percentage 0 for half of them, and less the more there are
 */
export function nodesToFind(nodes: number, percentage: number): number {
  if (nodes < SMALL) return nodes;
  const percent = percentage === 0 ? Math.max(50 - Math.trunc(nodes / 125), LEAST_PERCENT) : percentage;
  return Math.max(Math.trunc((nodes * percent) / 100), SMALL);
}
