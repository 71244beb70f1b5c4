/** What one pod uses, or what it says of itself. */
export interface PodMetric {
  /** Milliseconds since the epoch: the end of the window. */
  readonly timestamp: number;
  /** Milliseconds over which the value was taken. */
  readonly window: number;
  /** In thousandths. */
  readonly value: number;
}

/** By the names of pods, all of one namespace. */
export type PodMetrics = ReadonlyMap<string, PodMetric>;

/** Values by the names of pods, in thousandths. */
export type Values = Map<string, number>;

export const valuesOf = (metrics: PodMetrics): Values =>
  new Map([...metrics].map(([name, { value }]) => [name, value]));

/** How much is used, compared with how much is to be. */
export interface Usage {
  /** 1 where as much is used as is to be. */
  readonly ratio: number;
  /** Per pod, in thousandths. */
  readonly average: number;
  /** Percent of what was requested; undefined where the target is an amount. */
  readonly utilization?: number;
}

/** Of amounts, against an amount per pod in thousandths. */
export function usageOf(values: Values, target: number): Usage {
  let total = 0;
  for (const value of values.values()) total += value;
  const average = Math.trunc(total / values.size);
  return { ratio: average / target, average };
}

/**
 * Of a resource, against a percentage of what pods request.
 * @param requests in thousandths, by pod
 * @throws Error when no pod has both
 */
export function utilizationOf(values: Values, requests: ReadonlyMap<string, number>, percent: number): Usage {
  let used = 0;
  let requested = 0;
  let pods = 0;
  for (const [name, value] of values) {
    const request = requests.get(name);
    if (request === undefined) continue;
    used += value;
    requested += request;
    pods += 1;
  }
  if (requested === 0) throw new Error("no metrics returned matched known pods");
  const utilization = Math.trunc((used * 100) / requested);
  return { ratio: utilization / percent, average: Math.trunc(used / pods), utilization };
}
