/** What one write takes from the pools of the cluster: for good, or to see what would happen. */
import type { Allocator } from "../../../registry/allocation/allocator.ts";

/** One write's hands on a pool. */
export interface Hands {
  /** Takes a given item. @returns why it cannot be had; undefined when it is taken now */
  take(item: string): "taken" | "outside" | undefined;
  /** Takes any; undefined when there is none left. */
  takeNext(): string | undefined;
  /**
   * Takes for all servers what was taken so far. For memory alone there is nothing to do.
   * @returns false when another server was faster: then nothing is taken
   */
  confirm(): true | Promise<boolean>;
  /** Gives back what was taken so far. */
  giveBack(): void | Promise<void>;
}

/** Takes from the pool itself. */
export function takingHands(pool: Allocator): Hands {
  const { shared } = pool;
  const taken: string[] = [];
  let confirmed = false;
  return {
    take(item) {
      if (!pool.contains(item)) return "outside";
      if (!pool.allocate(item)) return "taken";
      taken.push(item);
      return undefined;
    },
    takeNext() {
      const item = pool.allocateNext();
      if (item !== undefined) taken.push(item);
      return item;
    },
    confirm() {
      if (shared === undefined || taken.length === 0) return true;
      return shared.confirm(taken).then((done) => {
        confirmed = done;
        if (!done) taken.length = 0;
        return done;
      });
    },
    giveBack() {
      const items = taken.splice(0);
      if (confirmed && items.length > 0) return shared?.free(items);
      for (const item of items) pool.release(item);
    },
  };
}

/** Addresses of a dry run: whether a given one is free is not looked at, and the network's own stands for any. */
export const dryAddresses = (pool: Allocator): Hands => ({
  take: (item) => (pool.contains(item) ? undefined : "outside"),
  takeNext: () => pool.description.split("/")[0],
  confirm: () => true,
  giveBack: () => undefined,
});

/** No port of a pool is as high, so that it can stand for any. */
const FIRST_DRY_PORT = 32769;

/** Ports of a dry run: a given one must only be free, and those that stand for any are counted up. */
export function dryPorts(pool: Allocator): Hands {
  const taken = new Set<string>();
  let highest = Number.NEGATIVE_INFINITY;
  const add = (item: string): void => {
    taken.add(item);
    highest = Math.max(highest, Number(item));
  };
  return {
    take(item) {
      if (taken.has(item) || (pool.contains(item) && !pool.allocate(item))) return "taken";
      pool.release(item);
      add(item);
      return undefined;
    },
    takeNext() {
      const item = String(taken.size === 0 ? FIRST_DRY_PORT : highest + 1);
      add(item);
      return item;
    },
    confirm: () => true,
    giveBack() {
      taken.clear();
      highest = Number.NEGATIVE_INFINITY;
    },
  };
}
