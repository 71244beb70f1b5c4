import type { Gauge } from "prom-client";
import type { MetricRegistry } from "../../ground/observability/registry/metricRegistry.ts";

/** The leader election metric under the reference's name: 1 when this server is the leader of the shared lease. */
export const electionMetrics = (registry: MetricRegistry): Gauge<"name"> =>
  registry.gauge({
    name: "leader_election_master_status",
    help: "Whether this server leads: 1 when it does.",
    stability: "ALPHA",
    labelNames: ["name"],
  });
