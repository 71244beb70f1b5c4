import type { Allocator } from "./allocator.ts";
import { Holders } from "./holders.ts";
import { type BandShape, bandOf, createAllocator, type Random, type Space } from "./pool.ts";

/** The lower end of a port range is kept free for services that request a specific port. */
const PORT_BAND: BandShape = { share: 32, least: 16, most: 128 };

/** The error message for a port that is already allocated. */
export const PORT_TAKEN = "provided port is already allocated";

/**
 * The numbers of a range of ports, for example `30000-32767`. Items are decimal text.
 *
 * @throws RangeError when `range` is not a range of ports
 */
export function portSpace(range: string): Space {
  const match = /^(\d{1,5})-(\d{1,5})$/.exec(range.trim());
  const low = Number(match?.[1]);
  const high = Number(match?.[2]);
  if (match === null || low < 1 || high > 65535 || low > high) {
    throw new RangeError(`${JSON.stringify(range)} is not a range of ports`);
  }
  const description = `${low}-${high}`;
  const size = high - low + 1;
  return {
    description,
    words: {
      taken: PORT_TAKEN,
      outside: () => `provided port is not in the valid range. The range of valid ports is ${description}`,
    },
    size,
    band: bandOf(size, PORT_BAND),
    offsetOf(item) {
      const port = /^\d+$/.test(item) ? Number(item) : Number.NaN;
      return port >= low && port <= high ? port - low : undefined;
    },
    itemAt: (offset) => String(low + offset),
  };
}

/** A pool of ports that only this process allocates from. @throws RangeError when `range` is not a range of ports */
export const createPortAllocator = (range: string, random?: Random): Allocator =>
  createAllocator(portSpace(range), new Holders<number>(), random);
