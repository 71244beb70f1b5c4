import { closeSync, openSync, readSync } from "node:fs";

/** Measures how long the ticks of the event loop take in the thread that made it. */
export interface TickMeter {
  /** Begins anew. */
  reset(): void;
  /** Milliseconds of the longest tick since it began, the present one included. */
  longest(): number;
  stop(): void;
}

/**
 * Measures ticks of the event loop: in processor time of this thread where the system tells it, so that what other
 * processes do does not count, else by the clock.
 */
export function tickMeter(): TickMeter {
  const clock = threadClock();
  let began = clock.now();
  let longest = 0;
  let running = true;
  const look = (): void => {
    if (!running) return;
    const now = clock.now();
    longest = Math.max(longest, now - began);
    began = now;
    setImmediate(look);
  };
  setImmediate(look);
  return {
    reset() {
      began = clock.now();
      longest = 0;
    },
    longest: () => Math.max(longest, clock.now() - began),
    stop() {
      running = false;
      clock.close();
    },
  };
}

/** What Linux tells of the thread that opens it: nanoseconds of processor time first. */
const CPU_TIME = "/proc/thread-self/schedstat";

export interface ThreadClock {
  /** Milliseconds of processor time of this thread; of any time where the system does not tell. */
  now(): number;
  close(): void;
}

/** The processor time of the thread that asks. */
export function threadClock(): ThreadClock {
  try {
    const file = openSync(CPU_TIME, "r");
    const bytes = Buffer.alloc(64);
    const now = (): number => {
      const length = readSync(file, bytes, 0, bytes.length, 0);
      return Number(bytes.toString("latin1", 0, length).split(" ", 1)[0]) / 1e6;
    };
    return { now, close: () => closeSync(file) };
  } catch {
    return { now: () => performance.now(), close: () => undefined };
  }
}
