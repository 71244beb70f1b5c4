import { Counter, Gauge, type LabelValues } from "prom-client";

/** The number of changed series after which a metric takes their changes over although it is not read. */
const MANY = 1000;

/** The changes of one series since its metric was last read. */
class Changes {
  readonly #changed: Changes[];
  readonly #takeOver: (sum: number) => void;
  #sum = 0;
  #isListed = false;

  /** @param changed the changed series of the metric, to which this one adds itself */
  constructor(changed: Changes[], takeOver: (sum: number) => void) {
    this.#changed = changed;
    this.#takeOver = takeOver;
  }

  add(value: number): void {
    this.#sum += value;
    if (this.#isListed) return;
    this.#isListed = true;
    this.#changed.push(this);
    if (this.#changed.length > MANY) takeOverAll(this.#changed);
  }

  /** Makes the metric forget the changes so far, because it gets a new value. */
  clear(): void {
    this.#sum = 0;
  }

  takeOver(): void {
    this.#isListed = false;
    const sum = this.#sum;
    this.#sum = 0;
    this.#takeOver(sum);
  }
}

function takeOverAll(changed: Changes[]): void {
  for (const each of changed.splice(0)) each.takeOver();
}

/**
 * A counter whose series, once looked up, are cheap to change: prom-client would look up a series by its labels at each
 * change, and requests change many. The counter takes the changes over when it is read.
 */
export class BatchedCounter<L extends string = string> extends Counter<L> {
  readonly #changed: Changes[] = [];

  override labels(...values: (string | LabelValues<L>)[]): Counter.Internal {
    const series = super.labels(...(values as string[]));
    const changes = new Changes(this.#changed, (sum) => series.inc(sum));
    return { inc: (value = 1) => changes.add(value) };
  }

  override get(): ReturnType<Counter<L>["get"]> {
    takeOverAll(this.#changed);
    return super.get();
  }
}

/** A gauge whose series, once looked up, are cheap to change, as those of {@link BatchedCounter}. */
export class BatchedGauge<L extends string = string> extends Gauge<L> {
  readonly #changed: Changes[] = [];

  override labels(...values: (string | LabelValues<L>)[]): Gauge.Internal<L> {
    const series = super.labels(...(values as string[]));
    const changes = new Changes(this.#changed, (sum) => series.inc(sum));
    return {
      ...series,
      inc: (value = 1) => changes.add(value),
      dec: (value = 1) => changes.add(-value),
      set(value) {
        changes.clear();
        series.set(value);
      },
    };
  }

  override get(): ReturnType<Gauge<L>["get"]> {
    takeOverAll(this.#changed);
    return super.get();
  }
}
