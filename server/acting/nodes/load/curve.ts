/** An amount as a function of the time since a start, in milliseconds. */
export interface Curve {
  /** The amount at a time. */
  at(time: number): number;
  /** The area below the curve up to a time, in amount times milliseconds. */
  total(time: number): number;
  /** The first time at which the curve exceeds an amount; undefined when it never does. */
  passes(amount: number): number | undefined;
}

export const steady = (amount: number): Curve => ({
  at: () => amount,
  total: (time) => amount * time,
  passes: (most) => (amount > most ? 0 : undefined),
});

/**
 * A curve that goes smoothly from the lowest to the highest amount and back in every period.
 * @param period in milliseconds
 */
export function wave(low: number, high: number, period: number): Curve {
  const middle = (low + high) / 2;
  const swing = (high - low) / 2;
  const turn = (2 * Math.PI) / period;
  return {
    at: (time) => middle - swing * Math.cos(turn * time),
    total: (time) => middle * time - (swing / turn) * Math.sin(turn * time),
    passes(amount) {
      if (amount >= high) return undefined;
      return amount < low ? 0 : Math.acos((middle - amount) / swing) / turn;
    },
  };
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const WAVE = /^([^./]+(?:\.\d[^./]*)?)\.\.([^/]+)\/(\d+(?:\.\d+)?)(ms|s|m|h)$/;

/**
 * Reads `250m`, or `100m..800m/10m` for a wave with a period of ten minutes.
 * @param amountOf reads one amount; returns undefined for any other text
 * @param most the maximum: larger amounts are reduced to it
 * @returns undefined for any other text
 */
export function readCurve(
  text: string,
  amountOf: (text: string) => number | undefined,
  most = Number.POSITIVE_INFINITY,
): Curve | undefined {
  const single = amountOf(text);
  if (single !== undefined) return steady(Math.min(single, most));
  const [, from = "", to = "", count = "", unit = ""] = WAVE.exec(text) ?? [];
  const [low, high] = [amountOf(from), amountOf(to)];
  const period = Number(count) * (UNITS[unit] ?? 0);
  if (low === undefined || high === undefined || !(period > 0)) return undefined;
  return wave(Math.min(low, most), Math.min(high, most), period);
}
