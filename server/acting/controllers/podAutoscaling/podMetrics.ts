/** A pod's usage of a resource, or a metric that it reports. */
export interface PodMetric {
  /** The end of the window, in milliseconds since the epoch. */
  readonly timestamp: number;
  /** The length of the measurement window, in milliseconds. */
  readonly window: number;
  /** In thousandths. */
  readonly value: number;
}

/** Metrics by pod name, all from one namespace. */
export type PodMetrics = ReadonlyMap<string, PodMetric>;

/** Values in thousandths, by pod name. */
export type Values = Map<string, number>;

export const valuesOf = (metrics: PodMetrics): Values =>
  new Map([...metrics].map(([name, { value }]) => [name, value]));

/** The usage compared with its target. */
export interface Usage {
  /** Usage divided by target. */
  readonly ratio: number;
  /** Average per pod, in thousandths. */
  readonly average: number;
  /** Percentage of the request; undefined when the target is an amount. */
  readonly utilization?: number;
}

/** Compares with a target amount per pod, in thousandths. */
export function usageOf(values: Values, target: number): Usage {
  let total = 0;
  for (const value of values.values()) total += value;
  const average = Math.trunc(total / values.size);
  return { ratio: average / target, average };
}

/**
 * Compares with a target percentage of what pods request.
 * @param requests in thousandths, by pod
 * @throws Error when no pod has both usage and a request
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
