/** What became of one of many operations. */
export interface Outcome<T> {
  item: T;
  state: "waiting" | "running" | "done" | "failed";
  error?: Error | undefined;
}

/**
 * Runs an operation for every item, a few at a time. Failures are outcomes, not exceptions; after an abort what has not
 * begun stays waiting.
 *
 * @param onChange called with all outcomes after each change
 */
export async function inBatches<T>(
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
  onChange: (outcomes: Outcome<T>[]) => void,
  options: { width?: number; signal?: AbortSignal } = {},
): Promise<Outcome<T>[]> {
  const outcomes: Outcome<T>[] = items.map((item) => ({ item, state: "waiting" }));
  const set = (index: number, outcome: Outcome<T>): void => {
    outcomes[index] = outcome;
    onChange([...outcomes]);
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length && !options.signal?.aborted) {
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
  await Promise.all(Array.from({ length: Math.min(options.width ?? 4, items.length) }, worker));
  return outcomes;
}
