import { forEachIsolated } from "../../store/cache/forEachIsolated.ts";
import type { Cluster } from "./cluster.ts";

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** The clusters that the console has, in the order they were added. */
export interface ClusterRegistry {
  /** @throws RangeError when the id cannot be a path segment or is taken */
  add(cluster: Cluster): void;
  remove(id: string): void;
  get(id: string): Cluster | undefined;
  list(): readonly Cluster[];
  /** Reports that something about a cluster has changed. */
  changed(): void;
  /**
   * Calls back soon after clusters were added, removed or changed; several changes are combined into one call.
   * @returns a function that ends the subscription
   */
  subscribe(listener: () => void): () => void;
}

/** @example const clusters = createClusterRegistry(); clusters.add(sandbox) */
export function createClusterRegistry(initial: readonly Cluster[] = []): ClusterRegistry {
  const clusters = new Map<string, Cluster>();
  const listeners = new Set<() => void>();
  let isNotified = true;
  const changed = (): void => {
    if (!isNotified) return;
    isNotified = false;
    queueMicrotask(() => {
      isNotified = true;
      try {
        forEachIsolated(listeners, (listener) => listener());
      } catch (error) {
        // A failing subscriber must not end the process.
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    });
  };
  const registry: ClusterRegistry = {
    add(cluster) {
      if (!ID.test(cluster.id))
        throw new RangeError(`cluster id ${JSON.stringify(cluster.id)} is not one path segment`);
      if (clusters.has(cluster.id)) throw new RangeError(`there is a cluster ${JSON.stringify(cluster.id)} already`);
      clusters.set(cluster.id, cluster);
      changed();
    },
    remove(id) {
      if (clusters.delete(id)) changed();
    },
    get: (id) => clusters.get(id),
    list: () => [...clusters.values()],
    changed,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  for (const cluster of initial) registry.add(cluster);
  return registry;
}
