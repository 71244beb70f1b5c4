import { type Counter, type CounterConfiguration, type Gauge, type GaugeConfiguration, Registry } from "prom-client";
import { BINARY_RELEASE } from "../../settings/emulation.ts";
import { nextTurn } from "../../turns/turns.ts";
import { processMetrics } from "../process/processMetrics.ts";
import { BatchedCounter, BatchedGauge } from "./batchedMetrics.ts";
import { Histogram, type HistogramConfiguration } from "./histogram.ts";
import { constrainLabels, type LabelAllowList } from "./labelAllowLists.ts";
import { MetricCensus } from "./metricCensus.ts";
import { isHidden, type MetricLife, markedHelp } from "./metricLifecycle.ts";

/** The operator's settings of metrics. */
export interface MetricSettings {
  /** Whether to show metrics that are hidden because they were deprecated long ago. */
  readonly showHidden: boolean;
  /** Names of disabled metrics. */
  readonly disabled: ReadonlySet<string>;
  /** Allowed values of labels, by metric. */
  readonly allowed: ReadonlyMap<string, LabelAllowList>;
  /** Called with messages for the operator. */
  readonly warn: (text: string) => void;
}

export const PLAIN_METRICS: MetricSettings = {
  showHidden: false,
  disabled: new Set(),
  allowed: new Map(),
  warn: () => undefined,
};

/** Number of characters after which generating the text yields to the event loop. */
const LONG = 16_384;

type MetricType = "counter" | "gauge" | "histogram";

/** The description of a metric in the documentation. */
export interface MetricDescription extends MetricLife {
  readonly name: string;
  readonly type: MetricType;
  readonly help: string;
  readonly labelNames: readonly string[];
}

/** The definition of a metric: prom-client's configuration, and its stability. */
type Defined<C> = Omit<C, "registers"> & MetricLife;

/**
 * The metrics of one server. Each has a stability level; hidden or disabled metrics are counted like the others, but
 * not shown.
 */
export class MetricRegistry {
  readonly #settings: MetricSettings;
  readonly #shown = new Registry();
  readonly #histograms: { parts(): Iterable<string> }[] = [];
  readonly #descriptions: MetricDescription[] = [];
  /** Statistics about these metrics. */
  readonly census: MetricCensus;

  /** @param census the census of another registry, to count these metrics together with its own */
  constructor(settings: MetricSettings = PLAIN_METRICS, census = new MetricCensus(settings.disabled.size)) {
    this.#settings = settings;
    this.census = census;
  }

  /** A registry for a separate page, with the same settings. Its metrics are counted in the same census. */
  besides(): MetricRegistry {
    return new MetricRegistry(this.#settings, this.census);
  }

  counter<L extends string = never>(definition: Defined<CounterConfiguration<L>>): Counter<L> {
    return this.#add("counter", definition, (config, registers) => new BatchedCounter<L>({ ...config, registers }));
  }

  gauge<L extends string = never>(definition: Defined<GaugeConfiguration<L>>): Gauge<L> {
    return this.#add("gauge", definition, (config, registers) => new BatchedGauge<L>({ ...config, registers }));
  }

  histogram<L extends string = never>(definition: Defined<HistogramConfiguration<L>>): Histogram<L> {
    return this.#add("histogram", definition, (config, registers) => {
      const histogram = new Histogram<L>(config);
      if (registers.length > 0) this.#histograms.push(histogram);
      return histogram;
    });
  }

  /** Adds the runtime's metrics of the process. Like the reference's runtime metrics, they have no stability level. */
  addProcessMetrics(): void {
    for (const [name, metric] of processMetrics()) {
      if (!this.#settings.disabled.has(name)) this.#shown.registerMetric(metric);
    }
  }

  /** All defined metrics, shown or not. */
  get descriptions(): readonly MetricDescription[] {
    return this.#descriptions;
  }

  /** The exposition text. */
  async text(): Promise<string> {
    const texts = [await this.#shown.metrics()];
    for (const histogram of this.#histograms) {
      for (const part of histogram.parts()) {
        texts.push(part);
        if (part.length > LONG) await nextTurn();
      }
    }
    return texts.join("");
  }

  #add<C extends { name: string; help: string; labelNames?: readonly string[] } & MetricLife, M extends object>(
    type: MetricType,
    definition: C,
    create: (config: C, registers: Registry[]) => M,
  ): M {
    const { name, help, labelNames = [], stability, deprecatedIn } = definition;
    const shown = this.#shows(definition);
    this.#descriptions.push({ name, type, help, labelNames, stability, deprecatedIn });
    const marked = markedHelp(help, definition, BINARY_RELEASE);
    const metric = create({ ...definition, help: marked }, shown ? [this.#shown] : []);
    if (shown) this.census.registered.push(definition);
    else this.census.hidden++;
    const allowed = this.#settings.allowed.get(name);
    if (allowed !== undefined) constrainLabels(metric, labelNames, allowed, () => this.census.unexpected++);
    return metric;
  }

  #shows(definition: MetricLife & { readonly name: string }): boolean {
    const { disabled, showHidden, warn } = this.#settings;
    if (disabled.has(definition.name)) return false;
    if (!isHidden(definition, BINARY_RELEASE)) return true;
    if (showHidden) warn(`showing the hidden metric ${definition.name}, deprecated since ${definition.deprecatedIn}`);
    return showHidden;
  }
}
