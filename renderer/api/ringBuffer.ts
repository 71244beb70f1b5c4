/** The latest things of an endless stream, at most so many. Readers subscribe; they are told at most once per turn of `schedule`. */
export interface RingBuffer<T> {
  push(item: T): void;
  /** Says that an item changed in place. */
  touched(): void;
  clear(): void;
  /** What is kept, oldest first. Stable between two notices, so that it may serve as a snapshot. */
  items(): readonly T[];
  /** How many were ever pushed since the last clear. */
  total(): number;
  /** @returns ends the subscription */
  subscribe(listener: () => void): () => void;
}

/** Calls `run` once, soon. */
type Soon = (run: () => void) => void;

/**
 * @param capacity items kept; older ones are dropped
 * @param soon batches notices: a burst of items becomes one
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
