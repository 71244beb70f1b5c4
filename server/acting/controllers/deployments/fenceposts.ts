import { scaledAmount } from "../pods/scaledAmount.ts";
import { type Deployment, desiredReplicas } from "./kinds.ts";

/** By how much a rolling update may exceed, or fall below, the wanted number of pods. */
export interface Fenceposts {
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/**
 * Percentages are of the wanted number of pods: surge rounds up, unavailable rounds down. When both are zero, one pod
 * may be unavailable.
 */
export function fenceposts(deployment: Deployment): Fenceposts {
  const { strategy } = deployment.spec;
  if (strategy?.type !== "RollingUpdate") return { maxSurge: 0, maxUnavailable: 0 };
  const replicas = desiredReplicas(deployment);
  const { maxSurge, maxUnavailable } = strategy.rollingUpdate ?? {};
  const surge = scaledAmount(maxSurge, replicas, Math.ceil) ?? 0;
  const unavailable = scaledAmount(maxUnavailable, replicas, Math.floor) ?? 0;
  return {
    maxSurge: surge,
    maxUnavailable: Math.min(replicas, surge === 0 && unavailable === 0 ? 1 : unavailable),
  };
}
