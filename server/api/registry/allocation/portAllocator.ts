import type { Allocator } from "./allocator.ts";
import { Holders } from "./holders.ts";
import { createAllocator, type Random, type Space } from "./pool.ts";

/**
 * The numbers of a range of ports, `30000-32767` for example. Numbers travel as decimal text.
 *
 * @throws RangeError when `range` is no range of ports
 */
export function portSpace(range: string): Space {
  const match = /^(\d{1,5})-(\d{1,5})$/.exec(range.trim());
  const low = Number(match?.[1]);
  const high = Number(match?.[2]);
  if (match === null || low < 1 || high > 65535 || low > high) {
    throw new RangeError(`${JSON.stringify(range)} is not a range of ports`);
  }
  return {
    description: `${low}-${high}`,
    size: high - low + 1,
    band: 0,
    offsetOf(item) {
      const port = /^\d+$/.test(item) ? Number(item) : Number.NaN;
      return port >= low && port <= high ? port - low : undefined;
    },
    itemAt: (offset) => String(low + offset),
  };
}

/** A pool of ports that only this process gives out. @throws RangeError when `range` is no range of ports */
export const createPortAllocator = (range: string, random?: Random): Allocator =>
  createAllocator(portSpace(range), new Holders<number>(), random);
