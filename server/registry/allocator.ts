/** A pool of things that one object at a time may hold, such as cluster IPs or node ports. */
export interface Allocator {
  /** Takes a given one. False when it is held already; throws RangeError when it is outside the pool. */
  allocate(item: string): boolean;
  /** Takes any free one; undefined when the pool is exhausted. */
  allocateNext(): string | undefined;
  /** Gives one back; unknown ones are ignored. */
  release(item: string): void;
  /** Whether the pool could hold it. */
  contains(item: string): boolean;
  /** How the pool is described in messages: `10.96.0.0/12`, `30000-32767`. */
  readonly description: string;
}

export interface Allocators {
  readonly clusterIPs: Allocator;
  readonly nodePorts: Allocator;
}
