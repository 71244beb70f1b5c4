import type { Amounts } from "./amounts.ts";

/** A resource of which a node has too little left for a pod. Units as in {@link Amounts}. */
export interface Shortfall {
  /** `pods` for the maximum number of pods on a node. */
  readonly resource: string;
  readonly requested: number;
  /** Total requests of the node's pods. */
  readonly used: number;
  readonly capacity: number;
}

/** A node's allocatable resources, and the requests of its pods. */
export interface NodeRoom {
  readonly allocatable: Amounts;
  readonly requested: Amounts;
  /** The current and the maximum number of pods. */
  readonly pods: number;
  readonly allowedPods: number;
}

/**
 * All resources that a node lacks for one more pod.
 * @param isIgnored returns whether an extended resource is ignored
 */
export function shortfalls(
  { cpu, memory, ephemeralStorage, extended }: Amounts,
  { allocatable, requested, pods, allowedPods }: NodeRoom,
  isIgnored: (name: string) => boolean = () => false,
): Shortfall[] {
  const found: Shortfall[] = [];
  const look = (resource: string, wanted: number, used: number, capacity: number): void => {
    if (wanted > 0 && wanted > capacity - used) found.push({ resource, requested: wanted, used, capacity });
  };
  look("pods", 1, pods, allowedPods);
  look("cpu", cpu, requested.cpu, allocatable.cpu);
  look("memory", memory, requested.memory, allocatable.memory);
  look("ephemeral-storage", ephemeralStorage, requested.ephemeralStorage, allocatable.ephemeralStorage);
  for (const [name, amount] of extended) {
    if (!isIgnored(name)) look(name, amount, requested.extended.get(name) ?? 0, allocatable.extended.get(name) ?? 0);
  }
  return found;
}
