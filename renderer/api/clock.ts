/** The source of time and randomness for list-watch, so that tests can control both. */
export interface Clock {
  /** Milliseconds; only differences matter. */
  now(): number;
  /** Calls `run` once after `delay` milliseconds; the result cancels the call. */
  after(delay: number, run: () => void): () => void;
  /** 0 (inclusive) to 1 (exclusive). */
  random(): number;
}

/** The browser's clock. */
export const realClock: Clock = {
  now: () => Date.now(),
  after: (delay, run) => {
    const handle = setTimeout(run, delay);
    return () => clearTimeout(handle);
  },
  random: () => Math.random(),
};

/**
 * Delay before attempt number `attempt` (1 is the first retry): doubles from half a second up to 30 seconds. The upper
 * half is random, so that lists that lost the same server do not all retry at the same moment.
 *
 * @returns milliseconds
 */
export function backoffDelay(attempt: number, random: number): number {
  const ceiling = Math.min(30_000, 500 * 2 ** Math.min(attempt - 1, 10));
  return Math.round(ceiling / 2 + (ceiling / 2) * random);
}
