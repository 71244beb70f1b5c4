import type { Allocator, SharedSide } from "./allocator.ts";
import { createAllocator, type Marks, type Random, type Space } from "./pool.ts";
import type { StoredRange } from "./storedRange.ts";

/**
 * A pool that other servers take from, too. Memory holds the allocations that were stored when this server last looked,
 * and those that its own writes are about to take; only those that {@link SharedSide.confirm} stores count.
 */
export function createSharedAllocator(space: Space, range: StoredRange, random?: Random): Allocator {
  /** Taken here, and not stored yet. */
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
