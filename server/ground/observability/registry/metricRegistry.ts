import { Counter, type CounterConfiguration, Gauge, type GaugeConfiguration, Registry } from "prom-client";
import { BINARY_RELEASE } from "../../settings/emulation.ts";
import { nextTurn } from "../../turns/turns.ts";
import { processMetrics } from "../process/processMetrics.ts";
import { Histogram, type HistogramConfiguration } from "./histogram.ts";
import { constrainLabels, type LabelAllowList } from "./labelAllowLists.ts";
import { MetricCensus } from "./metricCensus.ts";
import { isHidden, type MetricLife, markedHelp } from "./metricLifecycle.ts";

/** What the operator wants of metrics. */
export interface MetricSettings {
  /** Show those that are hidden because they were deprecated long ago. */
  readonly showHidden: boolean;
  /** Names of those that are not wanted. */
  readonly disabled: ReadonlySet<string>;
  /** Allowed values of labels, by metric. */
  readonly allowed: ReadonlyMap<string, LabelAllowList>;
  /** Called with what the operator should know. */
  readonly warn: (text: string) => void;
}

export const PLAIN_METRICS: MetricSettings = {
  showHidden: false,
  disabled: new Set(),
  allowed: new Map(),
  warn: () => undefined,
};

/** Characters of a part after which the event loop gets a turn. */
const LONG = 16_384;

type MetricType = "counter" | "gauge" | "histogram";

/** How the documentation describes a metric. */
export interface MetricDescription extends MetricLife {
  readonly name: string;
  readonly type: MetricType;
  readonly help: string;
  readonly labelNames: readonly string[];
}

/** How a metric is defined: as for prom-client, and how far it may be relied on. */
type Defined<C> = Omit<C, "registers"> & MetricLife;

/**
 * The metrics of one server. Each carries a stability level; those that are hidden or disabled count like the others, and
 * are not shown.
 */
export class MetricRegistry {
  readonly #settings: MetricSettings;
  readonly #shown = new Registry();
  readonly #histograms: { parts(): Iterable<string> }[] = [];
  readonly #descriptions: MetricDescription[] = [];
  /** What is counted about these metrics. */
  readonly census: MetricCensus;

  /** @param census that of another registry, to count these metrics with its own */
  constructor(settings: MetricSettings = PLAIN_METRICS, census = new MetricCensus(settings.disabled.size)) {
    this.#settings = settings;
    this.census = census;
  }

  /** A registry for a page of its own, under the same settings. This one counts its metrics, too. */
  besides(): MetricRegistry {
    return new MetricRegistry(this.#settings, this.census);
  }

  counter<L extends string = never>(definition: Defined<CounterConfiguration<L>>): Counter<L> {
    return this.#add("counter", definition, (config, registers) => new Counter<L>({ ...config, registers }));
  }

  gauge<L extends string = never>(definition: Defined<GaugeConfiguration<L>>): Gauge<L> {
    return this.#add("gauge", definition, (config, registers) => new Gauge<L>({ ...config, registers }));
  }

  histogram<L extends string = never>(definition: Defined<HistogramConfiguration<L>>): Histogram<L> {
    return this.#add("histogram", definition, (config, registers) => {
      const histogram = new Histogram<L>(config);
      if (registers.length > 0) this.#histograms.push(histogram);
      return histogram;
    });
  }

  /**
   * Adds the runtime's metrics of the process. They carry no stability level, like those of the reference's runtime.
   */
  addProcessMetrics(): void {
    for (const [name, metric] of processMetrics()) {
      if (!this.#settings.disabled.has(name)) this.#shown.registerMetric(metric);
    }
  }

  /** All metrics that were defined, shown or not. */
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
