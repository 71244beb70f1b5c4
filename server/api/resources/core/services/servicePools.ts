/** What one write takes from the pools of the cluster: for good, or to see what would happen. */
import { type ApiError, internalError } from "../../../../../shared/status.ts";
import type { AddressAllocator, Allocator, Owner, SharedSide } from "../../../registry/allocation/allocator.ts";
import { PORT_TAKEN } from "../../../registry/allocation/portAllocator.ts";

/** One write's hands on a pool. */
export interface Hands {
  /** Takes a given item. @returns why it cannot be had; undefined when it is taken now */
  take(item: string): string | undefined;
  /** Takes any. @returns it, or why there is none */
  takeNext(): { readonly item: string } | { readonly why: string };
  /**
   * Keeps in the store what was taken so far. For memory alone there is nothing to do.
   * @returns false when another write was faster: then nothing is taken
   */
  confirm(owner: Owner): true | Promise<boolean>;
  /** Gives back what was taken so far. */
  giveBack(): void | Promise<void>;
  /**
   * The write is over. What is stored holds it from here on: in memory by itself, in the store what was taken for it.
   */
  settle(stored: boolean): void | Promise<void>;
}

const FULL = { why: "range is full" };

/** Takes from the pool itself. */
export function takingHands(pool: Allocator): Hands {
  const { shared, words } = pool;
  const taken: string[] = [];
  let confirmed: Owner | undefined;
  const giveBack = (): void | Promise<void> => {
    const items = taken.splice(0);
    if (confirmed !== undefined && items.length > 0) return shared?.free(items, confirmed);
    for (const item of items) pool.release(item);
  };
  const confirmIn = async (side: SharedSide, owner: Owner): Promise<boolean> => {
    try {
      if (await side.confirm(taken, owner)) confirmed = owner;
      return confirmed !== undefined;
    } finally {
      // What was not confirmed is not taken any more.
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
    giveBack,
    settle: (stored) => (stored && shared !== undefined ? undefined : giveBack()),
  };
}

/** Addresses of a dry run: what stands for any is given, and nothing is taken. */
export const dryAddresses = ({ trial }: AddressAllocator): Hands => ({
  take: (item) => trial.refusal(item),
  takeNext: () => trial.next(),
  confirm: () => true,
  giveBack: () => undefined,
  settle: () => undefined,
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
  const giveBack = (): void => {
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
    giveBack,
    settle: giveBack,
  };
}

/** What was taken. @throws ApiError 500 when nothing could be */
export function itemOr(found: ReturnType<Hands["takeNext"]>, what: string): string {
  if ("item" in found) return found.item;
  throw failed(what, found.why);
}

/** Nothing could be taken. @param what as the reference calls it: `a serviceIP` */
export const failed = (what: string, why: string): ApiError => internalError(`failed to allocate ${what}: ${why}`);
