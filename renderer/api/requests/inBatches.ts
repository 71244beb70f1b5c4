import type { Schedule } from "../frame.ts";

/** The outcome of one of many operations. */
export interface Outcome<T> {
  item: T;
  state: "waiting" | "running" | "done" | "failed";
  error?: Error | undefined;
}

export interface BatchOptions {
  /** Number of concurrent operations; default 4. */
  width?: number;
  /** After an abort, operations that have not started keep waiting. */
  signal?: AbortSignal;
  /** Schedules `onChange`; by default it is called at once. One call reports all changes since the last one. */
  schedule?: Schedule;
}

const atOnce: Schedule = (run) => {
  run();
  return () => undefined;
};

/**
 * Runs an operation for every item, several concurrently. Failures are outcomes, not exceptions.
 *
 * @param onChange called with all outcomes when some have changed; it may keep the array
 */
export async function inBatches<T>(
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
  onChange: (outcomes: Outcome<T>[]) => void,
  { width = 4, signal, schedule = atOnce }: BatchOptions = {},
): Promise<Outcome<T>[]> {
  const outcomes: Outcome<T>[] = items.map((item) => ({ item, state: "waiting" }));
  let isScheduled = false;
  let cancel: () => void = () => undefined;
  const report = (): void => {
    isScheduled = false;
    onChange([...outcomes]);
  };
  const set = (index: number, outcome: Outcome<T>): void => {
    outcomes[index] = outcome;
    if (isScheduled) return;
    isScheduled = true;
    cancel = schedule(report);
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && !signal?.aborted) {
      const index = next;
      next += 1;
      const item = items[index] as T;
      set(index, { item, state: "running" });
      try {
        await run(item);
        set(index, { item, state: "done" });
      } catch (error) {
        set(index, { item, state: "failed", error: error instanceof Error ? error : new Error(String(error)) });
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  if (isScheduled) {
    cancel();
    report();
  }
  return outcomes;
}
