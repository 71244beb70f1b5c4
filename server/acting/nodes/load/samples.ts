import { noise } from "./noise.ts";

/** Milliseconds between two measurement rounds. */
export const ROUND = 15_000;
/** Maximum number of milliseconds by which the times of one round differ. */
const SPREAD = 2_000;
/**
 * Minimum time for which a newly started container must have been measured before its usage is shown, in milliseconds.
 */
const FRESH = 10_000;

/** A time span of a measurement, in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The span of the last measurement: between two rounds, or from the start when that was shortly before a round.
 * @param start start time, and @param now the current time, both in milliseconds since the epoch
 * @param id identifies what is measured: each is measured at a slightly different moment of the round
 * @returns undefined before the first measurement
 */
export function lastSpan(id: string, start: number, now: number): Span | undefined {
  const round = Math.floor(now / ROUND);
  const to = momentOf(id, round);
  const from = momentOf(id, round - 1);
  if (start <= from) return { from, to };
  return to - start >= FRESH ? { from: start, to } : undefined;
}

const momentOf = (id: string, round: number): number => round * ROUND - Math.floor(noise(`${id}/${round}`) * SPREAD);
