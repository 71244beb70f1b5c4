import { createVocabulary, type Vocabulary } from "../../../shared/vocabulary.ts";
import { checkControllerNames } from "../../acting/controllers/manager.ts";
import { type ApiEnablement, createApiEnablement } from "../../api/resources/apiEnablement.ts";
import type { Log } from "../../ground/observability/log/log.ts";
import { createMetrics, type Metrics } from "../../ground/observability/metrics/metrics.ts";
import { createFeatureGates, type FeatureGates } from "../../ground/settings/featureGates.ts";
import { orOptionError } from "../../ground/settings/optionError.ts";
import { type Quirks, quirksOf } from "../../ground/settings/quirks.ts";
import type { Timers } from "../../ground/timing/timers.ts";
import { loadSchema, type Schema } from "../../model/schema/schema.ts";
import type { Storage } from "../../store/storage/storage.ts";
import type { ServerOptions } from "../options/options.ts";
import { type Simulation, setUpSimulation } from "./acting/simulation.ts";
import type { Lifetime } from "./lifetime.ts";
import { metricSettings } from "./metrics/metricSettings.ts";
import { OwnEntrance } from "./ownEntrance.ts";

/** The inputs of a start. */
export interface StartContext {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Timers of the components that act on their own; they match `now`. */
  readonly timers: Timers;
  readonly log: Log;
  /** Registers how to end what has been started. */
  readonly lifetime: Lifetime;
  /** Wraps the server's store; used by tests. */
  readonly wrapStorage?: ((storage: Storage) => Storage) | undefined;
}

/** The basis of every part of a server. It holds nothing open, so it need not be closed. */
export interface Foundation extends StartContext {
  readonly options: ServerOptions;
  readonly vocabulary: Vocabulary;
  readonly features: FeatureGates;
  readonly quirks: Quirks;
  readonly enablement: ApiEnablement;
  readonly metrics: Metrics;
  readonly schema: Schema;
  readonly simulation: Simulation;
  readonly own: OwnEntrance;
}

/** Reads the options that concern all parts, and the files that they name. @throws OptionError */
export async function createFoundation(options: ServerOptions, context: StartContext): Promise<Foundation> {
  orOptionError(() => checkControllerNames(options.controllers), "--controllers");
  const vocabulary = orOptionError(() => createVocabulary(options.vocabulary), "--vocabulary");
  return {
    ...context,
    options,
    vocabulary,
    features: createFeatureGates(options.featureGates, options.emulatedVersion),
    quirks: quirksOf(options),
    enablement: createApiEnablement(options.runtimeConfig, vocabulary),
    metrics: createMetrics(vocabulary, await metricSettings(options, context.log)),
    schema: loadSchema(vocabulary),
    own: new OwnEntrance(vocabulary.render("{product}")),
    simulation: await setUpSimulation(
      { ...context, dataDir: options.dataDir },
      (options.simulatedNodes ?? 0) > 0 ? options.historyRetention : undefined,
    ),
  };
}
