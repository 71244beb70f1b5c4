import { collectDefaultMetrics, type Metric, Registry } from "prom-client";

let collected: ReadonlyMap<string, Metric> | undefined;

/**
 * The runtime's metrics of this process by name, shared by all servers. They are collected once: the observers of the
 * garbage collector and the event loop cannot be stopped, and one process may start and stop many servers.
 */
export function processMetrics(): ReadonlyMap<string, Metric> {
  collected ??= collect();
  return collected;
}

function collect(): ReadonlyMap<string, Metric> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const named = new Map<string, Metric>();
  for (const { name } of registry.getMetricsAsArray()) {
    const metric = registry.getSingleMetric(name);
    if (metric !== undefined) named.set(name, metric);
  }
  return named;
}
