import type { Cluster } from "./cluster.ts";

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** The clusters that the console knows, in the order they were added. */
export interface ClusterRegistry {
  /** @throws RangeError when the id cannot be a path segment or is taken */
  add(cluster: Cluster): void;
  remove(id: string): void;
  get(id: string): Cluster | undefined;
  list(): readonly Cluster[];
}

/** @example const clusters = createClusterRegistry([embeddedCluster(server)]) */
export function createClusterRegistry(initial: readonly Cluster[] = []): ClusterRegistry {
  const clusters = new Map<string, Cluster>();
  const registry: ClusterRegistry = {
    add(cluster) {
      if (!ID.test(cluster.id))
        throw new RangeError(`cluster id ${JSON.stringify(cluster.id)} is not one path segment`);
      if (clusters.has(cluster.id)) throw new RangeError(`there is a cluster ${JSON.stringify(cluster.id)} already`);
      clusters.set(cluster.id, cluster);
    },
    remove: (id) => void clusters.delete(id),
    get: (id) => clusters.get(id),
    list: () => [...clusters.values()],
  };
  for (const cluster of initial) registry.add(cluster);
  return registry;
}
