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
  /** Present when other servers take from the same pool: then a taken item counts once it is confirmed. */
  readonly shared?: SharedSide;
}

/** What a pool that several servers take from can do besides. */
export interface SharedSide {
  /** Stores what was taken. @returns false when another server was faster with some of it: then nothing is taken */
  confirm(items: readonly string[]): Promise<boolean>;
  /** Gives back what was confirmed. */
  free(items: readonly string[]): Promise<void>;
  /** Looks what other servers took and gave back. */
  refresh(): Promise<void>;
}

export interface Allocators {
  /** Of the family that services have when they ask for none. */
  readonly clusterIPs: Allocator;
  /** Of the other family, in a cluster of two. */
  readonly secondaryClusterIPs?: Allocator;
  readonly nodePorts: Allocator;
}

/** The pools of addresses, that of the default family first. */
export const addressPools = ({ clusterIPs, secondaryClusterIPs }: Allocators): readonly Allocator[] =>
  secondaryClusterIPs === undefined ? [clusterIPs] : [clusterIPs, secondaryClusterIPs];
