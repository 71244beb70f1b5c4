import type { Allocator, PoolWords } from "./allocator.ts";

/** A source of numbers in [0, 1), replaceable in tests. */
export type Random = () => number;

/** The items of a pool, numbered from 0. */
export interface Space {
  readonly description: string;
  readonly words: PoolWords;
  /** How many items there are. */
  readonly size: number;
  /** The number of items at the lower end that are allocated automatically only when nothing else is free. */
  readonly band: number;
  /** Undefined for an item that is not in the pool. */
  offsetOf(item: string): number | undefined;
  itemAt(offset: number): string;
}

/** Which items of a pool are taken, by offset. */
export interface Marks {
  /** How many are taken. */
  readonly size: number;
  has(offset: number): boolean;
  add(offset: number): void;
  remove(offset: number): void;
}

/** A free offset in [low, low + length), searched from a random start; undefined when there is none. */
function findFree(marks: Pick<Marks, "has" | "size">, low: number, length: number, random: Random): number | undefined {
  if (length <= 0) return undefined;
  const start = Math.floor(random() * length);
  const tries = Math.min(length, marks.size + 1);
  for (let i = 0; i < tries; i++) {
    const offset = low + ((start + i) % length);
    if (!marks.has(offset)) return offset;
  }
  return undefined;
}

/** A free offset above the band, or else within it; undefined when everything is taken. */
export const findUnmarked = (
  { size, band }: Pick<Space, "size" | "band">,
  marks: Pick<Marks, "has" | "size">,
  random: Random,
): number | undefined => findFree(marks, band, size - band, random) ?? findFree(marks, 0, band, random);

/**
 * How many items at the lower end of a range are reserved for explicit requests: a share of the range, within bounds. A
 * range that is not larger than the lower bound reserves none.
 */
export function bandOf(size: number, { share, least, most }: BandShape): number {
  return size <= least ? 0 : Math.min(Math.max(Math.floor(size / share), least), most);
}

export interface BandShape {
  /** The band is 1/share of the range. */
  readonly share: number;
  readonly least: number;
  readonly most: number;
}

/** Allocates unmarked items of a space and marks them. */
export function createAllocator(space: Space, marks: Marks, random: Random = Math.random): Allocator {
  const { description, words } = space;
  return {
    description,
    words,
    contains: (item) => space.offsetOf(item) !== undefined,
    allocate(item) {
      const offset = space.offsetOf(item);
      if (offset === undefined) throw new RangeError(`${item} is not in ${description}`);
      if (marks.has(offset)) return false;
      marks.add(offset);
      return true;
    },
    allocateNext() {
      const offset = findUnmarked(space, marks, random);
      if (offset === undefined) return undefined;
      marks.add(offset);
      return space.itemAt(offset);
    },
    hold(item) {
      const offset = space.offsetOf(item);
      if (offset !== undefined) marks.add(offset);
    },
    release(item) {
      const offset = space.offsetOf(item);
      if (offset !== undefined) marks.remove(offset);
    },
  };
}
