import { BoundedFifo, type Weighing } from "../../../shared/collections/boundedFifo.ts";

/** The latest items of an endless stream, up to a capacity. Subscribers are notified at most once per `soon` call. */
export interface RingBuffer<T> {
  push(item: T): void;
  /** Reports that an item was changed in place. */
  touched(): void;
  clear(): void;
  /** The kept items, oldest first. The same array between two notifications, so that it can serve as a snapshot. */
  items(): readonly T[];
  /** Number of items pushed since the last clear. */
  total(): number;
  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
}

/** Calls `run` once, soon. */
type Soon = (run: () => void) => void;

/**
 * @param capacity maximum number of items; older ones are dropped
 * @param soon batches notifications: a burst of items causes one
 * @param weighing for items whose size others control: older ones are also dropped when the total weight is too large
 */
export function createRingBuffer<T>(
  capacity: number,
  soon: Soon = queueMicrotask,
  weighing?: Weighing<T>,
): RingBuffer<T> {
  const kept = new BoundedFifo<T>(capacity, weighing);
  const listeners = new Set<() => void>();
  let total = 0;
  let snapshot: readonly T[] | undefined = [];
  let pending = false;
  const changed = (): void => {
    if (pending) return;
    // Without subscribers, no notification and no frame is needed.
    if (listeners.size === 0) {
      snapshot = undefined;
      return;
    }
    pending = true;
    soon(() => {
      pending = false;
      snapshot = undefined;
      for (const listener of listeners) listener();
    });
  };
  return {
    push: (item) => {
      kept.push(item);
      total += 1;
      changed();
    },
    touched: changed,
    clear: () => {
      kept.clear();
      total = 0;
      changed();
    },
    items: () => {
      snapshot ??= kept.items();
      return snapshot;
    },
    total: () => total,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
