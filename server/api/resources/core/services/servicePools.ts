/** How a write takes items from the pools of the cluster: for real, or simulated in a dry run. */
import { type ApiError, internalError } from "../../../../../shared/status.ts";
import type { AddressAllocator, Allocator, Owner, SharedSide } from "../../../registry/allocation/allocator.ts";
import { PORT_TAKEN } from "../../../registry/allocation/portAllocator.ts";

/** Access of one write to a pool. */
export interface PoolTransaction {
  /** Takes the given item. @returns undefined when it was taken, else why it cannot be */
  take(item: string): string | undefined;
  /** Takes any free item. @returns the item, or why there is none */
  takeNext(): { readonly item: string } | { readonly reason: string };
  /**
   * Stores the allocations made so far. Does nothing for a pool that is only in memory.
   * @returns false when another write was faster: then nothing is taken
   */
  confirm(owner: Owner): true | Promise<boolean>;
  /** Returns all items taken so far. */
  rollBack(): void | Promise<void>;
  /**
   * Ends the write. If it was stored, its object holds the items from now on: an in-memory pool follows the objects,
   * and a pool in the store keeps the confirmed allocations.
   */
  settle(stored: boolean): void | Promise<void>;
}

const FULL = { reason: "range is full" };

/** Takes items from the pool itself. */
export function poolTransaction(pool: Allocator): PoolTransaction {
  const { shared, words } = pool;
  const taken: string[] = [];
  let confirmed: Owner | undefined;
  const rollBack = (): void | Promise<void> => {
    const items = taken.splice(0);
    if (confirmed !== undefined && items.length > 0) return shared?.free(items, confirmed);
    for (const item of items) pool.release(item);
  };
  const confirmIn = async (side: SharedSide, owner: Owner): Promise<boolean> => {
    try {
      if (await side.confirm(taken, owner)) confirmed = owner;
      return confirmed !== undefined;
    } finally {
      // Unconfirmed items are no longer taken.
      if (confirmed === undefined) taken.length = 0;
    }
  };
  return {
    take(item) {
      if (!pool.contains(item)) return words.outside(item);
      if (!pool.allocate(item)) return words.taken;
      taken.push(item);
      return undefined;
    },
    takeNext() {
      const item = pool.allocateNext();
      if (item === undefined) return FULL;
      taken.push(item);
      return { item };
    },
    confirm: (owner) => (shared === undefined || taken.length === 0 ? true : confirmIn(shared, owner)),
    rollBack,
    settle: (stored) => (stored && shared !== undefined ? undefined : rollBack()),
  };
}

/** Addresses of a dry run: returns placeholders, and takes nothing. */
export const dryRunAddresses = ({ trial }: AddressAllocator): PoolTransaction => ({
  take: (item) => trial.refusal(item),
  takeNext: () => trial.next(),
  confirm: () => true,
  rollBack: () => undefined,
  settle: () => undefined,
});

/** Placeholder for any node port; higher than the ports of a pool. */
const FIRST_DRY_PORT = 32769;

/** Ports of a dry run: a requested port only has to be free, and placeholders are counted up. */
export function dryRunPorts(pool: Allocator): PoolTransaction {
  const taken = new Set<string>();
  let highest = Number.NEGATIVE_INFINITY;
  const add = (item: string): void => {
    taken.add(item);
    highest = Math.max(highest, Number(item));
  };
  const rollBack = (): void => {
    taken.clear();
    highest = Number.NEGATIVE_INFINITY;
  };
  return {
    take(item) {
      if (taken.has(item) || (pool.contains(item) && !pool.allocate(item))) return PORT_TAKEN;
      pool.release(item);
      add(item);
      return undefined;
    },
    takeNext() {
      const item = String(taken.size === 0 ? FIRST_DRY_PORT : highest + 1);
      add(item);
      return { item };
    },
    confirm: () => true,
    rollBack,
    settle: rollBack,
  };
}

/** The item that was taken. @throws ApiError 500 when none could be */
export function itemOr(found: ReturnType<PoolTransaction["takeNext"]>, subject: string): string {
  if ("item" in found) return found.item;
  throw failed(subject, found.reason);
}

/** The error when nothing could be allocated. @param action in the reference's words: `a serviceIP` */
export const failed = (subject: string, reason: string): ApiError =>
  internalError(`failed to allocate ${subject}: ${reason}`);
