import type { IntOrString } from "../../../api/resources/strategies/intOrPercent.ts";
import { type Deployment, wanted } from "./kinds.ts";

/** How far a rolling update may go above, and below, the wanted number of pods. */
export interface Fenceposts {
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/**
 * Percentages are of the wanted pods: surge rounds up, unavailable down; where both are zero, one may be unavailable.
 */
export function fenceposts(deployment: Deployment): Fenceposts {
  const { strategy } = deployment.spec;
  if (strategy?.type !== "RollingUpdate") return { maxSurge: 0, maxUnavailable: 0 };
  const replicas = wanted(deployment);
  const { maxSurge, maxUnavailable } = strategy.rollingUpdate ?? {};
  const surge = scaled(maxSurge, replicas, Math.ceil);
  const unavailable = scaled(maxUnavailable, replicas, Math.floor);
  return {
    maxSurge: surge,
    maxUnavailable: Math.min(replicas, surge === 0 && unavailable === 0 ? 1 : unavailable),
  };
}

/** A number, or a percentage of a total; 0 when absent. */
function scaled(value: IntOrString | undefined, total: number, round: (value: number) => number): number {
  if (typeof value === "number") return value;
  const percent = /^(\d+)%$/.exec(value ?? "")?.[1];
  return percent === undefined ? 0 : round((Number(percent) * total) / 100);
}
