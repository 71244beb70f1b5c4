/** Hashes of keys. They show which blocks certainly contain nothing of a key, so that those blocks are not read. */
import { prefixOfKey } from "../storage/keyLayout.ts";

/** FNV-1a over the UTF-16 code units, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The prefixes under which a key is indexed: its resource, and its namespace within that resource. */
export function scopesOf(key: string): readonly string[] {
  const prefix = prefixOfKey(key);
  if (prefix === undefined) return [];
  const slash = key.indexOf("/", prefix.length);
  return slash < 0 ? [prefix] : [prefix, key.slice(0, slash + 1)];
}

/** A set of hashes in its stored form: sorted, four bytes each. */
export class HashSet {
  readonly #sorted: Uint32Array;

  constructor(hashes: Iterable<number>) {
    this.#sorted = Uint32Array.from(new Set(hashes)).sort();
  }

  /** @throws TypeError when the length of the text is not that of a set */
  static fromText(text: string): HashSet {
    const bytes = Buffer.from(text, "base64");
    if (bytes.length % 4 !== 0) throw new TypeError("no list of hashes");
    return new HashSet(Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readUInt32LE(4 * i)));
  }

  get text(): string {
    const bytes = Buffer.alloc(4 * this.#sorted.length);
    this.#sorted.forEach((hash, i) => {
      bytes.writeUInt32LE(hash, 4 * i);
    });
    return bytes.toString("base64");
  }

  has(hash: number): boolean {
    let [low, high] = [0, this.#sorted.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#sorted[middle] ?? 0;
      if (found === hash) return true;
      if (found < hash) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }
}
