import type { Family } from "../../../ground/formats/addresses/addresses.ts";

/**
 * A pool of items that only one object at a time may hold, such as cluster IPs or node ports. It counts the holders of
 * each item: a write under way, the stored object that results from it, and stored objects that wrongly share an item.
 */
export interface Allocator {
  /**
   * Takes the given item for a write. Returns false when it is already held.
   * @throws RangeError when it is outside the pool
   */
  allocate(item: string): boolean;
  /** Takes any free item for a write; returns undefined when the pool is exhausted. */
  allocateNext(): string | undefined;
  /**
   * Adds a stored object as a holder of an item, even when the item is already held. Ignores items outside the pool.
   */
  hold(item: string): void;
  /** Removes one holder; the item is free after the last. Ignores items that are not held. */
  release(item: string): void;
  /** Whether the item is in the pool's range. */
  contains(item: string): boolean;
  /** How the pool is described in messages: `10.96.0.0/12`, `30000-32767`. */
  readonly description: string;
  readonly words: PoolWords;
  /** Present when allocations are kept in the store; then an allocation is only valid once it is confirmed. */
  readonly shared?: SharedSide;
}

/** Error messages for an item that cannot be allocated, in the reference's words. */
export interface PoolWords {
  /** For an item that is already held. */
  readonly taken: string;
  /** For an item outside the pool. */
  outside(item: string): string;
}

/** A pool of addresses of one family. */
export interface AddressAllocator extends Allocator {
  readonly family: Family;
  readonly trial: AddressTrial;
}

/** How a dry run checks a pool of addresses. It does not check whether a given address is free. */
export interface AddressTrial {
  /** Why the given address cannot be allocated; undefined when it could be. */
  refusal(item: string): string | undefined;
  /** A placeholder for an automatically allocated address, or why there is none. */
  next(): { readonly item: string } | { readonly reason: string };
}

/** The object for which an item is taken. */
export interface Owner {
  readonly namespace: string;
  readonly name: string;
}

/** The additional operations of a pool whose allocations are kept in the store. */
export interface SharedSide {
  /**
   * Stores the allocation of items taken before. Rejects with {@link RefusedItem} when the store refuses one of the
   * items.
   * @returns false when another write took some of them first: then none is allocated
   */
  confirm(items: readonly string[], owner: Owner): Promise<boolean>;
  /** Frees items that were confirmed for an owner. */
  free(items: readonly string[], owner: Owner): Promise<void>;
  /** Reads the allocations that other servers have made and freed. */
  refresh(): Promise<void>;
}

/** Thrown for an item that is free but still cannot be stored. */
export class RefusedItem extends Error {
  readonly item: string;

  constructor(item: string, cause: Error) {
    super(cause.message, { cause });
    this.item = item;
  }
}

export interface Allocators {
  /** The pool of the family that services get by default. */
  readonly clusterIPs: AddressAllocator;
  /** The pool of the second family, in a dual-stack cluster. */
  readonly secondaryClusterIPs?: AddressAllocator;
  readonly nodePorts: Allocator;
}

/** The pools of addresses, the default family's first. */
export const addressPools = ({ clusterIPs, secondaryClusterIPs }: Allocators): readonly AddressAllocator[] =>
  secondaryClusterIPs === undefined ? [clusterIPs] : [clusterIPs, secondaryClusterIPs];
