import { createVocabulary, type Vocabulary } from "../../../../shared/vocabulary.ts";
import { standardErrorLog } from "../log/logWriter.ts";
import { defineMetaMetrics } from "../registry/metaMetrics.ts";
import { MetricRegistry, type MetricSettings } from "../registry/metricRegistry.ts";
import { accessMetrics } from "./accessMetrics.ts";
import { healthMetrics } from "./healthMetrics.ts";
import { requestMetrics } from "./requestMetrics.ts";
import { userMetrics } from "./userMetrics.ts";
import { workQueueMetrics } from "./workQueueMetrics.ts";

/** The metrics of one server that belong to no particular part of it, and the registry of all metrics. */
export type Metrics = ReturnType<typeof createMetrics>;

/** @param settings the operator's settings */
export function createMetrics(vocabulary: Vocabulary = createVocabulary(), settings?: MetricSettings) {
  const registry = new MetricRegistry(settings);
  defineMetaMetrics(registry);
  registry.addProcessMetrics();
  const slis = registry.besides();
  return {
    registry,
    /** Metrics on a separate page, which is scraped often. */
    slis,
    healthChecked: healthMetrics(slis, vocabulary),
    ...requestMetrics(registry),
    ...accessMetrics(registry),
    userSeen: userMetrics(registry, vocabulary),
    observeQueue: workQueueMetrics(registry),
    ...ownMetrics(registry),
  };
}

/** Metrics that the reference does not have. */
function ownMetrics(registry: MetricRegistry) {
  // A metric of the whole process, like its CPU seconds: all servers in it log to the same place.
  registry.counter({
    name: "apiserver_log_lines_dropped_total",
    help: "Lines of the log that could not be written.",
    stability: "INTERNAL",
    collect() {
      this.reset();
      this.inc(standardErrorLog().dropped);
    },
  });
  return {
    journalGaps: registry.counter({
      name: "apiserver_journal_missed_changes_total",
      help: "Changes, at most, that the journal has not recorded, because the store forgot them first.",
      stability: "INTERNAL",
    }),
    followerFailures: registry.counter({
      name: "apiserver_cache_follower_failures_total",
      help: "Times that something inside the server failed on a change of an object, by resource.",
      stability: "INTERNAL",
      labelNames: ["resource"],
    }),
  };
}
