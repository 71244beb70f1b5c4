import type { Allocator, SharedSide } from "./allocator.ts";
import { createAllocator, type Marks, type Random, type Space } from "./pool.ts";
import type { StoredRange } from "./storedRange.ts";

/**
 * A pool that several servers allocate from. Memory holds the allocations that this server last read from the store,
 * and those that its pending writes want to take. An allocation is valid only once {@link SharedSide.confirm} has
 * stored it.
 */
export function createSharedAllocator(space: Space, range: StoredRange, random?: Random): Allocator {
  /** Offsets taken by this server but not stored yet. */
  const pending = new Set<number>();
  const marks: Marks = {
    get size() {
      return pending.size + range.known.taken.count;
    },
    has: (offset) => pending.has(offset) || range.known.taken.has(offset),
    add: (offset) => void pending.add(offset),
    remove: (offset) => void pending.delete(offset),
  };
  const offsets = (items: readonly string[]): number[] => items.flatMap((item) => space.offsetOf(item) ?? []);
  const shared: SharedSide = {
    async confirm(items) {
      const taken = offsets(items);
      try {
        return await range.change(taken);
      } finally {
        for (const offset of taken) pending.delete(offset);
      }
    },
    async free(items) {
      await range.change([], offsets(items));
    },
    async refresh() {
      await range.refresh();
    },
  };
  return { ...createAllocator(space, marks, random), shared };
}
