import { getHeapStatistics, setFlagsFromString } from "node:v8";

/** Bytes in use above which memory is more than a start and a few objects need. */
const LARGE = 128 * 2 ** 20;
/** Below this share of {@link LARGE} a heap counts as small again. */
const SLACK = 0.8;
/** How much a large heap may grow before it is collected, in percent. The engine's own way is to double it, and more. */
const GROWTH = 40;
/** Between two looks, in milliseconds. */
const LOOK = 500;

export interface HeapParts {
  /** Bytes in use. */
  used(): number;
  /** @param percent 0 for what the engine finds best */
  setGrowth(percent: number): void;
}

const ENGINE: HeapParts = {
  used: () => getHeapStatistics().used_heap_size,
  setGrowth: (percent) => setFlagsFromString(`--heap-growing-percent=${percent}`),
};

/** Has a large heap collected before it has grown to twice its size. One look; keep what it returns for the next. */
export function limitGrowth(isLarge: boolean, { used, setGrowth }: HeapParts = ENGINE): boolean {
  const next = used() > (isLarge ? LARGE * SLACK : LARGE);
  if (next !== isLarge) setGrowth(next ? GROWTH : 0);
  return next;
}

/**
 * Keeps the process small while thousands of objects come at once, for some more time of the processor; for the whole process,
 * so for who starts one. @returns what ends it
 */
export function keepHeapSmall(): () => void {
  let isLarge = false;
  const looks = setInterval(() => {
    isLarge = limitGrowth(isLarge);
  }, LOOK);
  looks.unref();
  return () => clearInterval(looks);
}
