import type { QueueObserver } from "../../timing/workQueue.ts";
import type { HistogramSeries } from "../registry/histogram.ts";
import type { MetricRegistry } from "../registry/metricRegistry.ts";

/** Upper bounds in seconds. */
const BUCKETS = Array.from({ length: 12 }, (_, i) => Number(`1e${i - 8}`));

/**
 * Counts and times the work of queues under the reference's names. A queue that is recreated under its old name
 * continues the old counts.
 * @param clock milliseconds
 */
export function workQueueMetrics(
  registry: MetricRegistry,
  clock: () => number = () => performance.now(),
): (name: string) => QueueObserver {
  const queues = new Map<string, ObservedQueue>();
  const counter = (suffix: string, help: string) =>
    registry.counter({ name: `workqueue_${suffix}`, help, stability: "ALPHA", labelNames: ["name"] });
  const histogram = (suffix: string, help: string) =>
    registry.histogram({
      name: `workqueue_${suffix}`,
      help,
      stability: "ALPHA",
      labelNames: ["name"],
      buckets: BUCKETS,
    });
  const gauge = (suffix: string, help: string, of: (queue: ObservedQueue) => number): void => {
    registry.gauge({
      name: `workqueue_${suffix}`,
      help,
      stability: "ALPHA",
      labelNames: ["name"],
      collect() {
        for (const [name, queue] of queues) this.set({ name }, of(queue));
      },
    });
  };
  const adds = counter("adds_total", "Keys that were added to a queue.");
  const retries = counter("retries_total", "Keys that came again because their work failed.");
  const waits = histogram("queue_duration_seconds", "Time that keys waited in a queue.");
  const workDurations = histogram("work_duration_seconds", "Time that the work on a key took.");
  gauge("depth", "Keys that wait in a queue.", (queue) => queue.waiting);
  gauge("unfinished_work_seconds", "Time that all work under way has taken so far.", (queue) => queue.unfinished);
  gauge(
    "longest_running_processor_seconds",
    "Time that the longest work under way has taken so far.",
    (queue) => queue.longest,
  );
  return (name) => {
    let queue = queues.get(name);
    if (queue === undefined) {
      const [added, again] = [adds.labels(name), retries.labels(name)];
      queue = new ObservedQueue(clock, added, again, waits.labels({ name }), workDurations.labels({ name }));
      queues.set(name, queue);
    }
    return queue;
  };
}

/** One queue, with the times since which its keys are waiting or in progress. */
class ObservedQueue implements QueueObserver {
  readonly #clock: () => number;
  readonly #adds: { inc(): void };
  readonly #retries: { inc(): void };
  readonly #waits: HistogramSeries;
  readonly #workDurations: HistogramSeries;
  readonly #waiting = new Map<string, number>();
  readonly #running = new Map<string, number>();

  constructor(
    clock: () => number,
    adds: { inc(): void },
    retries: { inc(): void },
    waits: HistogramSeries,
    workDurations: HistogramSeries,
  ) {
    this.#clock = clock;
    this.#adds = adds;
    this.#retries = retries;
    this.#waits = waits;
    this.#workDurations = workDurations;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  get unfinished(): number {
    return this.#ages().reduce((total, age) => total + age, 0);
  }

  get longest(): number {
    return this.#ages().reduce((longest, age) => Math.max(longest, age), 0);
  }

  added(key: string): void {
    this.#adds.inc();
    this.#waiting.set(key, this.#clock());
  }

  started(key: string): void {
    const now = this.#clock();
    this.#waits.observe((now - (this.#waiting.get(key) ?? now)) / 1000);
    this.#waiting.delete(key);
    this.#running.set(key, now);
  }

  done(key: string): void {
    const now = this.#clock();
    this.#workDurations.observe((now - (this.#running.get(key) ?? now)) / 1000);
    this.#running.delete(key);
  }

  retried(): void {
    this.#retries.inc();
  }

  stopped(): void {
    this.#waiting.clear();
  }

  /** Ages of the keys in progress, in seconds. */
  #ages(): number[] {
    const now = this.#clock();
    return Array.from(this.#running.values(), (start) => (now - start) / 1000);
  }
}
