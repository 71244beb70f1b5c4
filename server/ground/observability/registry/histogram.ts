import { labelText } from "./labelText.ts";

/** Observations of one combination of label values. */
export interface HistogramSeries {
  observe(value: number): void;
}

/** Values of labels, by name; an absent label is not shown. */
export type LabelValues<L extends string> = Partial<Record<L, string | number>>;

export interface HistogramConfiguration<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly L[];
  /** Upper bounds, ascending. Default {@link DEFAULT_BUCKETS}. */
  readonly buckets?: readonly number[];
}

/** In seconds: the default buckets of Prometheus' own client libraries. */
export const DEFAULT_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The number of lines generated in one part: about a millisecond of work. */
const PART = 2000;

/**
 * A histogram whose series, once looked up, are cheap to observe. Requests observe several, and prom-client's histogram
 * would look up its series by all labels each time.
 */
export class Histogram<L extends string = never> {
  readonly name: string;
  readonly #help: string;
  readonly #labelNames: readonly L[];
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Series>();

  constructor({ name, help, labelNames = [], buckets = DEFAULT_BUCKETS }: HistogramConfiguration<L>) {
    this.name = name;
    this.#help = help;
    this.#labelNames = labelNames;
    this.#bounds = buckets;
    if (labelNames.length === 0) this.#seriesOf({});
  }

  /** The series of these values. A caller that observes often should keep it. */
  labels(values: LabelValues<L>): HistogramSeries {
    return this.#seriesOf(values);
  }

  observe(values: LabelValues<L>, value: number): void {
    this.#seriesOf(values).observe(value);
  }

  /** The exposition text, with a line break at the end. */
  text(): string {
    return [...this.parts()].join("");
  }

  /** The same in parts, none of which takes long to generate. */
  *parts(): Generator<string> {
    yield `# HELP ${this.name} ${this.#help}\n# TYPE ${this.name} histogram\n`;
    let lines: string[] = [];
    for (const [labels, series] of this.#series) {
      const counts = series.cumulative();
      // Series are looked up before anything is observed: unused ones are left out.
      if (labels !== "" && counts.at(-1) === 0) continue;
      for (const [i, count] of counts.entries()) {
        const bound = this.#bounds[i] ?? "+Inf";
        lines.push(`${this.name}_bucket{le="${bound}"${labels === "" ? "" : `,${labels}`}} ${count}\n`);
      }
      const braces = labels === "" ? "" : `{${labels}}`;
      lines.push(`${this.name}_sum${braces} ${series.sum}\n`, `${this.name}_count${braces} ${counts.at(-1) ?? 0}\n`);
      if (lines.length < PART) continue;
      yield lines.join("");
      lines = [];
    }
    yield lines.join("");
  }

  #seriesOf(values: LabelValues<L>): Series {
    const shown = this.#labelNames
      .filter((name) => values[name] !== undefined)
      .map((name) => labelText(name, String(values[name])))
      .join(",");
    let series = this.#series.get(shown);
    if (series === undefined) {
      series = new Series(this.#bounds);
      this.#series.set(shown, series);
    }
    return series;
  }
}

class Series implements HistogramSeries {
  readonly #bounds: readonly number[];
  /** Counts by bucket; the last one has no upper bound. */
  readonly #counts: Float64Array;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let i = 0;
    while (i < bounds.length && value > (bounds[i] ?? 0)) i += 1;
    this.#counts[i] = (this.#counts[i] ?? 0) + 1;
    this.sum += value;
  }

  /** For each bucket, the number of observations in it and in the buckets below it. */
  cumulative(): number[] {
    let total = 0;
    return Array.from(this.#counts, (count) => {
      total += count;
      return total;
    });
  }
}
