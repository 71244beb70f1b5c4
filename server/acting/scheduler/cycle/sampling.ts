/** Clusters with fewer nodes than this are always searched completely. */
const SMALL = 100;
const LEAST_PERCENT = 5;

/**
 * The number of feasible nodes after which the search stops.
 * @param percentage 0 for a default that is 50 percent and decreases with the number of nodes
 */
export function nodesToFind(nodes: number, percentage: number): number {
  if (nodes < SMALL) return nodes;
  const percent = percentage === 0 ? Math.max(50 - Math.trunc(nodes / 125), LEAST_PERCENT) : percentage;
  return Math.max(Math.trunc((nodes * percent) / 100), SMALL);
}
