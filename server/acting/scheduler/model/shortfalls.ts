import type { Amounts } from "./amounts.ts";

/** A resource of which a node has too little left for a pod. Amounts as {@link Amounts} counts them. */
export interface Shortfall {
  /** `pods` when it is the number of pods that a node may run. */
  readonly resource: string;
  readonly requested: number;
  /** What the pods there request. */
  readonly used: number;
  readonly capacity: number;
}

/** What a node can give, and what its pods request of it. */
export interface NodeRoom {
  readonly allocatable: Amounts;
  readonly requested: Amounts;
  /** How many pods run there, and how many may. */
  readonly pods: number;
  readonly allowedPods: number;
}

/**
 * Everything that a node has too little of for what one more pod requests. @param isIgnored extended resources that do not
 * count
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
