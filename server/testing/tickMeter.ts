import { closeSync, openSync, readSync } from "node:fs";

/** Measures the duration of event loop ticks in the thread that created it. */
export interface TickMeter {
  /** Restarts the measurement. */
  reset(): void;
  /** Milliseconds of the longest tick since the start of the measurement, including the present one. */
  longest(): number;
  stop(): void;
}

/**
 * Measures ticks of the event loop in processor time of this thread if the system reports it, so that other processes
 * do not affect the result; otherwise in wall-clock time.
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
    lookOnce();
  };
  // Once per turn of the loop. A referenced immediate keeps the loop from resting, and takes the processor from other
  // threads. In wall-clock time it is needed: a rest would count as part of a tick.
  const lookOnce = (): void => {
    const immediate = setImmediate(look);
    if (clock.isProcessorTime) immediate.unref();
  };
  lookOnce();
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

/** Linux's statistics of the thread that opens the file: the first number is its processor time in nanoseconds. */
const CPU_TIME = "/proc/thread-self/schedstat";

export interface ThreadClock {
  /** Milliseconds of processor time of this thread, or of wall-clock time if the system does not report it. */
  now(): number;
  readonly isProcessorTime: boolean;
  close(): void;
}

/** A clock of the calling thread's processor time. */
export function threadClock(): ThreadClock {
  try {
    const file = openSync(CPU_TIME, "r");
    const bytes = Buffer.alloc(64);
    const now = (): number => {
      const length = readSync(file, bytes, 0, bytes.length, 0);
      return Number(bytes.toString("latin1", 0, length).split(" ", 1)[0]) / 1e6;
    };
    return { now, isProcessorTime: true, close: () => closeSync(file) };
  } catch {
    return { now: () => performance.now(), isProcessorTime: false, close: () => undefined };
  }
}
