import type { ClusterSummary } from "../../shared/console/clusterSummary.ts";

type ClusterLabel = Pick<ClusterSummary, "id" | "name" | "apiServer" | "source" | "context">;

/**
 * A text that distinguishes a cluster from others with the same name: its context, else its server, else its file, else
 * its id. Undefined if no other cluster has its name.
 */
export function distinction(cluster: ClusterLabel, all: readonly ClusterLabel[]): string | undefined {
  const name = cluster.name.toLowerCase();
  const others = all.filter((other) => other.id !== cluster.id && other.name.toLowerCase() === name);
  if (others.length === 0) return undefined;
  const parts = [
    (one: ClusterLabel) => one.context,
    (one: ClusterLabel) => (one.apiServer === "" ? undefined : one.apiServer.replace(/^https?:\/\//, "")),
    (one: ClusterLabel) => one.source,
  ];
  for (const part of parts) {
    const own = part(cluster);
    if (own !== undefined && others.every((other) => part(other) !== own)) return own;
  }
  return cluster.id;
}
