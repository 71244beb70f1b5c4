import type { Family } from "../../../ground/formats/addresses/addresses.ts";

/**
 * A pool of things that one object at a time may hold, such as cluster IPs or node ports. It counts the holders of
 * each: a write under way, the stored object that it becomes, and stored objects that share one although they should
 * not.
 */
export interface Allocator {
  /** Takes a given one for a write. False when it is held already; throws RangeError when it is outside the pool. */
  allocate(item: string): boolean;
  /** Takes any free one for a write; undefined when the pool is exhausted. */
  allocateNext(): string | undefined;
  /** Counts a stored object that names one, also one that is held already; what is outside the pool is ignored. */
  hold(item: string): void;
  /** One holder less; the item is free after the last. What is not held is ignored. */
  release(item: string): void;
  /** Whether the pool could hold it. */
  contains(item: string): boolean;
  /** How the pool is described in messages: `10.96.0.0/12`, `30000-32767`. */
  readonly description: string;
  readonly words: PoolWords;
  /** Present when what is taken is kept in the store: then a taken item counts once it is confirmed. */
  readonly shared?: SharedSide;
}

/** Why an item cannot be had, in the reference's words. */
export interface PoolWords {
  /** Of one that is held. */
  readonly taken: string;
  /** Of one that the pool does not contain. */
  outside(item: string): string;
}

/** A pool of addresses of one family. */
export interface AddressAllocator extends Allocator {
  readonly family: Family;
  readonly trial: AddressTrial;
}

/** What a dry run is told of a pool of addresses. Whether a given one is free is not looked at. */
export interface AddressTrial {
  /** Why a given address cannot be had; undefined when it could. */
  refusal(item: string): string | undefined;
  /** An address that stands for any, or why there is none. */
  next(): { readonly item: string } | { readonly why: string };
}

/** The object for which something is taken. */
export interface Owner {
  readonly namespace: string;
  readonly name: string;
}

/** What a pool can do besides whose allocations are kept in the store. */
export interface SharedSide {
  /**
   * Stores what was taken. Rejects with {@link RefusedItem} when the store will not have one of the items.
   * @returns false when another write was faster with some of it: then nothing is taken
   */
  confirm(items: readonly string[], owner: Owner): Promise<boolean>;
  /** Gives back what was confirmed for an owner. */
  free(items: readonly string[], owner: Owner): Promise<void>;
  /** Looks what other servers took and gave back. */
  refresh(): Promise<void>;
}

/** An item that is free, and still cannot be stored. */
export class RefusedItem extends Error {
  readonly item: string;

  constructor(item: string, cause: Error) {
    super(cause.message, { cause });
    this.item = item;
  }
}

export interface Allocators {
  /** Of the family that services have when they ask for none. */
  readonly clusterIPs: AddressAllocator;
  /** Of the other family, in a cluster of two. */
  readonly secondaryClusterIPs?: AddressAllocator;
  readonly nodePorts: Allocator;
}

/** The pools of addresses, that of the default family first. */
export const addressPools = ({ clusterIPs, secondaryClusterIPs }: Allocators): readonly AddressAllocator[] =>
  secondaryClusterIPs === undefined ? [clusterIPs] : [clusterIPs, secondaryClusterIPs];
