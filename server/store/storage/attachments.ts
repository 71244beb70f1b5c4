import { BoundedMap, type Bounds } from "../../../shared/collections/boundedMap.ts";
import type { KeyValue } from "./storage.ts";

/** Maximum number of attachments, and the maximum total length of the values they were written as. */
const BOUNDS = { entries: 20_000, weight: 8 * 1024 * 1024 };

interface Entry {
  readonly modRevision: number;
  readonly attachment: unknown;
}

/**
 * The attachments of the most recently written keys, so that this process need not parse what it wrote itself. It is
 * only a cache: an evicted attachment is parsed from the value again.
 */
export class Attachments {
  readonly #entries: BoundedMap<string, Entry>;

  constructor(bounds: Bounds = BOUNDS) {
    this.#entries = new BoundedMap(bounds);
  }

  /** The same key value with its attachment, if the attachment of exactly this revision is still cached. */
  decorate(kv: KeyValue): KeyValue {
    const entry = this.#entries.get(kv.key);
    return entry?.modRevision === kv.modRevision ? { ...kv, attachment: entry.attachment } : kv;
  }

  /** The revision at which a key was written with exactly this attachment, when no later write of it is known. */
  revisionOf(key: string, attachment: object): number | undefined {
    const entry = this.#entries.get(key);
    return entry?.attachment === attachment ? entry.modRevision : undefined;
  }

  /** Remembers the attachment of a key that was just written; forgets the key when it has none. */
  put({ key, value, modRevision, attachment }: Pick<KeyValue, "key" | "value" | "modRevision" | "attachment">): void {
    if (attachment === undefined) this.#entries.delete(key);
    else this.#entries.set(key, { modRevision, attachment }, value.length);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
