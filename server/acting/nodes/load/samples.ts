import { noise } from "./noise.ts";

/** Milliseconds between two rounds in which what runs is measured. */
export const ROUND = 15_000;
/** Times within a round differ by so many milliseconds. */
const SPREAD = 2_000;
/** A container that has just started shows once it has been measured for so long, in milliseconds. */
const FRESH = 10_000;

/** A time over which something was measured, in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The last time over which something was measured: between two rounds, or since its start when that was shortly before one.
 * @param start when it started, and @param now, in milliseconds since the epoch
 * @param id of what is measured: not everything is measured at the same moment
 * @returns undefined as long as nothing is known
 */
export function lastSpan(id: string, start: number, now: number): Span | undefined {
  const round = Math.floor(now / ROUND);
  const to = momentOf(id, round);
  const from = momentOf(id, round - 1);
  if (start <= from) return { from, to };
  return to - start >= FRESH ? { from: start, to } : undefined;
}

const momentOf = (id: string, round: number): number => round * ROUND - Math.floor(noise(`${id}/${round}`) * SPREAD);
