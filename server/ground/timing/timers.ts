/** Timers as the server's parts use them; tests bring their own. */
export interface Timers {
  /** Milliseconds on a clock that never goes back; only differences have a meaning. */
  readonly now: number;
  /** Calls back after so many milliseconds, at once for a number below 0; returns what cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The platform's timers call back at once when they are set to more than this. */
const LONGEST = 2 ** 31 - 1;

/** The process's timers, for any time to come. They do not keep the process alive. */
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
