/**
 * The latest items of an endless stream, up to a capacity. Subscribers are notified at most once per call of `soon`.
 */
export interface RingBuffer<T> {
  push(item: T): void;
  /** Reports that an item changed in place. */
  touched(): void;
  clear(): void;
  /** The kept items, oldest first. Stable between two notifications, so that it can serve as a snapshot. */
  items(): readonly T[];
  /** Number of items pushed since the last clear. */
  total(): number;
  /** @returns ends the subscription */
  subscribe(listener: () => void): () => void;
}

/** Calls `run` once, soon. */
type Soon = (run: () => void) => void;

/**
 * @param capacity items kept; older ones are dropped
 * @param soon batches notifications: a burst of items causes one
 */
export function createRingBuffer<T>(capacity: number, soon: Soon = queueMicrotask): RingBuffer<T> {
  const slots: T[] = [];
  const listeners = new Set<() => void>();
  let next = 0;
  let total = 0;
  let snapshot: readonly T[] | undefined = [];
  let pending = false;
  const changed = (): void => {
    if (pending) return;
    // Without a reader no notice is due, and no frame of the page.
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
      slots[next] = item;
      next = (next + 1) % capacity;
      total += 1;
      changed();
    },
    touched: changed,
    clear: () => {
      slots.length = 0;
      next = 0;
      total = 0;
      changed();
    },
    items: () => {
      snapshot ??= slots.length < capacity ? [...slots] : [...slots.slice(next), ...slots.slice(0, next)];
      return snapshot;
    },
    total: () => total,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
