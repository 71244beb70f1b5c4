/** A range of keys as etcd stores them, from `key` (inclusive) to `rangeEnd` (exclusive). */
export interface StoredRange {
  readonly key: Buffer;
  readonly rangeEnd: Buffer;
}

/** As a `rangeEnd`: no upper bound. */
const NO_END = Buffer.of(0);

/** All keys of the cluster. */
export const ALL_KEYS: StoredRange = { key: Buffer.of(0), rangeEnd: NO_END };

/**
 * Translates keys to and from their names in etcd: the prefix in this process (`root`) is replaced by the prefix in
 * etcd (`prefix`). The order of keys is the same on both sides. Keys that do not begin with the root do not belong to
 * this store.
 *
 * @example new KeyNames("/registry/", "/school/").stored("/registry/pods/a") // "/school/pods/a"
 */
export class KeyNames {
  readonly #root: string;
  readonly #prefix: string;

  constructor(root: string, prefix: string) {
    this.#root = root;
    this.#prefix = prefix;
  }

  /** A key for test requests, within the range to which this client may be restricted. */
  get probe(): Buffer {
    return this.#prefix === "" ? ALL_KEYS.key : Buffer.from(this.#prefix);
  }

  /** @throws TypeError */
  stored(key: string): Buffer {
    if (!key.startsWith(this.#root)) throw new TypeError(`the key ${key} is outside of ${this.#root}`);
    return Buffer.from(this.#prefix + key.slice(this.#root.length));
  }

  /** The name of an etcd key in this process; undefined when the key does not belong to this store. */
  own(stored: Uint8Array): string | undefined {
    const name = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength).toString();
    return name.startsWith(this.#prefix) ? this.#root + name.slice(this.#prefix.length) : undefined;
  }

  /** The keys with a prefix that come after a key; undefined when there cannot be any. */
  range(prefix: string, after?: string): StoredRange | undefined {
    // A prefix shorter than the root means all keys.
    const within = this.#root.startsWith(prefix) ? this.#root : prefix;
    if (!within.startsWith(this.#root)) return undefined;
    const first = this.stored(within);
    const rangeEnd = prefixEnd(first);
    let key = first.length === 0 ? ALL_KEYS.key : first;
    if (after !== undefined) {
      const next = this.#follower(after);
      if (next === undefined) return undefined;
      if (next.compare(key) > 0) key = next;
    }
    return rangeEnd !== NO_END && key.compare(rangeEnd) >= 0 ? undefined : { key, rangeEnd };
  }

  /**
   * The first key after `after`, which may lie outside this store; undefined when all keys of this store precede it.
   */
  #follower(after: string): Buffer | undefined {
    if (after.startsWith(this.#root)) return Buffer.concat([this.stored(after), Buffer.of(0)]);
    return Buffer.compare(Buffer.from(after), Buffer.from(this.#root)) < 0 ? Buffer.alloc(0) : undefined;
  }
}

/** The end of the range of all keys with a prefix. */
function prefixEnd(prefix: Buffer): Buffer {
  for (let length = prefix.length; length > 0; length--) {
    const last = prefix[length - 1] ?? 0;
    if (last < 0xff) return Buffer.concat([prefix.subarray(0, length - 1), Buffer.of(last + 1)]);
  }
  return NO_END;
}
