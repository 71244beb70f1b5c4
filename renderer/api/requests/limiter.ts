/** Runs a task when there is capacity. Rejects with the signal's reason if it aborts before the task starts. */
export type Limiter = <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Runs at most `width` tasks at a time; the others wait in a first-in, first-out queue. */
export function createLimiter(width: number): Limiter {
  let running = 0;
  const waiting = new Set<() => void>();
  const next = (): void => {
    running -= 1;
    const [first] = waiting;
    first?.();
  };
  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(begin);
        reject(signal.reason);
      };
      const begin = (): void => {
        waiting.delete(begin);
        signal.removeEventListener("abort", leave);
        running += 1;
        resolve();
      };
      if (signal.aborted) reject(signal.reason);
      else if (running < width) begin();
      else {
        waiting.add(begin);
        signal.addEventListener("abort", leave, { once: true });
      }
    });
  return async (task, signal) => {
    await turn(signal);
    try {
      return await task();
    } finally {
      next();
    }
  };
}
