/** Timers for the server's parts; tests provide their own. */
export interface Timers {
  /** Milliseconds on a monotonic clock; only differences are meaningful. */
  readonly now: number;
  /** Calls back after the given time, at once for a number below 0; returns a function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** Maximum delay of the platform's timers; with a longer one they call back at once. */
const LONGEST = 2 ** 31 - 1;

/** The process's timers, for delays of any length. They do not keep the process alive. */
export const systemTimers: Timers = {
  get now() {
    return performance.now();
  },
  after(milliseconds, callback) {
    let left = milliseconds;
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const part = Math.min(left, LONGEST);
      left -= part;
      timer = setTimeout(left > 0 ? wait : callback, part);
      timer.unref();
    };
    wait();
    return () => clearTimeout(timer);
  },
};
