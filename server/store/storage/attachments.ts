import type { KeyValue } from "./storage.ts";

interface Entry {
  readonly modRevision: number;
  readonly attachment: unknown;
}

/**
 * The attachments of the most recently written keys, so that this process need not parse what it wrote itself. It is
 * only a cache: an evicted attachment is parsed from the value again.
 */
export class Attachments {
  readonly #entries = new Map<string, Entry>();
  readonly #limit: number;

  constructor(limit = 20_000) {
    this.#limit = limit;
  }

  /** The same key value with its attachment, when that of exactly this revision is still here. */
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
  put({ key, modRevision, attachment }: Pick<KeyValue, "key" | "modRevision" | "attachment">): void {
    this.#entries.delete(key);
    if (attachment === undefined) return;
    this.#entries.set(key, { modRevision, attachment });
    if (this.#entries.size <= this.#limit) return;
    // A Map iterates in order of insertion, so its first key is the one written longest ago.
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      break;
    }
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
