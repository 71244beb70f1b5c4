import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { Catalog } from "../../api/registry/catalog.ts";
import type { Metrics } from "../../ground/observability/metrics/metrics.ts";
import type { Filter } from "../../ground/request/context.ts";
import type { ObjectReader } from "../../store/cache/reader.ts";
import type { FlowControlOptions } from "./flags.ts";
import { FlowController } from "./flowController.ts";
import { priorityAndFairness } from "./flowFilter.ts";
import { flowMetrics } from "./flowMetrics.ts";
import { inFlightLimits } from "./inFlightFilter.ts";

export interface FlowControlParts {
  readonly options: FlowControlOptions & { readonly requestTimeout: number };
  readonly reader: ObjectReader;
  readonly vocabulary: Vocabulary;
  readonly catalog: Catalog;
  readonly metrics: Metrics;
  onStop(end: () => void): void;
}

export interface FlowControl {
  readonly filter: Filter;
  /** Undefined when the simple limits are used. */
  readonly flows?: FlowController;
}

/** Sets up the limits of requests under way. */
export function setUpFlowControl({
  options,
  reader,
  vocabulary,
  catalog,
  metrics,
  onStop,
}: FlowControlParts): FlowControl {
  const { maxRequestsInflight: reading, maxMutatingRequestsInflight: writing } = options;
  const isServed = catalog.hasGroupVersion(vocabulary.render("flowcontrol.apiserver.{domain}"), "v1");
  if (!options.enablePriorityAndFairness || !isServed || reading + writing === 0) {
    return { filter: inFlightLimits(reading, writing) };
  }
  const flows = new FlowController({
    reader,
    vocabulary,
    seats: reading + writing,
    // The rest of the time is for executing the request.
    queueTimeout: options.requestTimeout / 4,
    metrics: flowMetrics(metrics.registry),
    sizeOf({ group, version, resource }) {
      const cache = catalog.find(group, version, resource)?.cache;
      return cache && { objects: cache.count(), watchers: cache.watchers };
    },
  });
  onStop(() => flows.stop());
  return { filter: priorityAndFairness(flows), flows };
}
