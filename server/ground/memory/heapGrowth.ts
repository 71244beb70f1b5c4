import { getHeapStatistics, setFlagsFromString } from "node:v8";

/** Used bytes above which a heap is large: more than a start and a few objects need. */
const LARGE = 128 * 2 ** 20;
/** A large heap becomes small again when it shrinks below this fraction of {@link LARGE}. */
const SLACK = 0.8;
/** Percentage by which a large heap may grow before it is collected. By default, the engine lets it double or more. */
const GROWTH = 40;
/** Milliseconds between two checks. */
const LOOK = 500;

export interface HeapParts {
  /** Bytes in use. */
  used(): number;
  /** @param percent 0 for the engine's default */
  setGrowth(percent: number): void;
}

const ENGINE: HeapParts = {
  used: () => getHeapStatistics().used_heap_size,
  setGrowth: (percent) => setFlagsFromString(`--heap-growing-percent=${percent}`),
};

/**
 * Makes the engine collect a large heap before it has doubled. Checks once; pass the returned value to the next call.
 */
export function limitGrowth(isLarge: boolean, { used, setGrowth }: HeapParts = ENGINE): boolean {
  const next = used() > (isLarge ? LARGE * SLACK : LARGE);
  if (next !== isLarge) setGrowth(next ? GROWTH : 0);
  return next;
}

/**
 * Keeps the process small while thousands of objects arrive at once, at the cost of more processor time. It affects the
 * whole process, so the code that starts a process calls it.
 * @returns a function that ends it
 */
export function keepHeapSmall(): () => void {
  let isLarge = false;
  const looks = setInterval(() => {
    isLarge = limitGrowth(isLarge);
  }, LOOK);
  looks.unref();
  return () => clearInterval(looks);
}
