import type { Allocator } from "./allocator.ts";
import { Holders } from "./holders.ts";
import type { Random } from "./ipAllocator.ts";

/**
 * A pool of port numbers, `30000-32767` for example. Numbers travel as decimal text.
 *
 * @throws RangeError when `range` is no range of ports
 */
export function createPortAllocator(range: string, random: Random = Math.random): Allocator {
  const match = /^(\d{1,5})-(\d{1,5})$/.exec(range.trim());
  const low = Number(match?.[1]);
  const high = Number(match?.[2]);
  if (match === null || low < 1 || high > 65535 || low > high) {
    throw new RangeError(`${JSON.stringify(range)} is not a range of ports`);
  }
  const length = high - low + 1;
  const taken = new Holders<number>();
  const portOf = (item: string): number | undefined => {
    const port = /^\d+$/.test(item) ? Number(item) : Number.NaN;
    return port >= low && port <= high ? port : undefined;
  };
  return {
    description: `${low}-${high}`,
    contains: (item) => portOf(item) !== undefined,
    allocate(item) {
      const port = portOf(item);
      if (port === undefined) throw new RangeError(`${item} is not in ${low}-${high}`);
      if (taken.has(port)) return false;
      taken.add(port);
      return true;
    },
    allocateNext() {
      if (taken.size >= length) return undefined;
      const start = Math.floor(random() * length);
      for (let i = 0; i < length; i++) {
        const port = low + ((start + i) % length);
        if (taken.has(port)) continue;
        taken.add(port);
        return String(port);
      }
      return undefined;
    },
    hold(item) {
      const port = portOf(item);
      if (port !== undefined) taken.add(port);
    },
    release(item) {
      const port = portOf(item);
      if (port !== undefined) taken.remove(port);
    },
  };
}
