import type { MetricRegistry } from "./metricRegistry.ts";

/** Defines, in a registry, metrics about that registry's own metrics, under the reference's names. */
export function defineMetaMetrics(registry: MetricRegistry): void {
  const { census } = registry;
  registry.counter({
    name: "registered_metrics_total",
    help: "Metrics that are shown, by stability level and the release that deprecated them.",
    stability: "BETA",
    labelNames: ["stability_level", "deprecated_version"],
    collect() {
      this.reset();
      for (const { stability, deprecatedIn } of census.registered) {
        this.inc({ stability_level: stability, deprecated_version: deprecatedIn ?? "" });
      }
    },
  });
  const count = (name: string, help: string, stability: "ALPHA" | "BETA", now: () => number): void => {
    registry.counter({
      name,
      help,
      stability,
      collect() {
        this.reset();
        this.inc(now());
      },
    });
  };
  count("hidden_metrics_total", "Metrics that are not shown.", "BETA", () => census.hidden);
  count("disabled_metrics_total", "Names of metrics that were disabled.", "BETA", () => census.disabled);
  count(
    "cardinality_enforcement_unexpected_categorizations_total",
    "Values of labels that were not allowed, and counted as unexpected.",
    "ALPHA",
    () => census.unexpected,
  );
}
