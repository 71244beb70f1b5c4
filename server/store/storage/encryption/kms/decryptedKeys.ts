import { isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import { inTurns } from "../../../../ground/turns/turns.ts";
import { TransformError } from "../transformError.ts";

/** Milliseconds before a failed decryption is retried: many values may have the same key. */
const FAILURE_TTL = 3000;
/** Maximum number of concurrent decryptions for one batch of keys. */
const AT_ONCE = 64;

/** A key that the plug-in failed to decrypt. */
interface Refused<Source> {
  readonly source: Source;
  readonly error: TransformError;
  readonly at: number;
}

/** @typeParam Source the key as described in a stored value @typeParam Key the decrypted key, which opens the value */
export interface DecryptedKeysParts<Source, Key> {
  /** A text that identifies a source. */
  nameOf(source: Source): string;
  /** Calls the plug-in. @throws TransformError with the reference's message */
  decrypt(source: Source): Promise<Key>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Maximum number of remembered keys, in addition to those that are held. */
  readonly remembered: number;
  /** Milliseconds after which a remembered key is decrypted again. */
  readonly lifetime: number;
}

/** Caches the keys of stored values, so that the plug-in need not decrypt a remembered key again. */
export class DecryptedKeys<Source, Key> {
  readonly #parts: DecryptedKeysParts<Source, Key>;
  /** Decrypted keys, the most recently remembered or held one last. */
  readonly #known = new Map<string, { readonly key: Key; readonly until: number }>();
  readonly #held = new Map<string, number>();
  readonly #refused = new Map<string, Refused<Source>>();
  readonly #asking = new Map<string, Promise<void>>();

  constructor(parts: DecryptedKeysParts<Source, Key>) {
    this.#parts = parts;
  }

  /** Retries the keys that the plug-in failed to decrypt. @returns whether it has decrypted any of them now */
  async retry(): Promise<boolean> {
    const missing = [...this.#refused];
    await this.#askAll(missing.map(([name, { source }]) => [name, source]));
    return missing.some(([name]) => !this.#refused.has(name));
  }

  /** The key of a stored value. @throws TransformError when the plug-in did not decrypt it (see {@link unlock}) */
  forReading(source: Source): Key {
    const name = this.#parts.nameOf(source);
    const known = this.#known.get(name);
    if (known !== undefined) return known.key;
    throw this.#refused.get(name)?.error ?? new TransformError("failed to decrypt DEK, error: it was not asked for");
  }

  /** Has the plug-in decrypt the unknown keys of stored values. Never rejects: {@link forReading} throws failures. */
  async unlock(sources: Iterable<Source>): Promise<void> {
    await this.#unlock(await inTurns(this.#named(sources)));
  }

  /** Like {@link unlock}, but keeps the keys until they are released. @returns a function that does so; call it once */
  async hold(sources: Iterable<Source>): Promise<() => void> {
    const named = await inTurns(this.#named(sources));
    for (const name of named.keys()) {
      this.#held.set(name, (this.#held.get(name) ?? 0) + 1);
      const known = this.#known.get(name);
      if (known !== undefined) this.#put(name, known);
    }
    await this.#unlock(named);
    return () => {
      for (const name of named.keys()) {
        const more = (this.#held.get(name) ?? 0) - 1;
        if (more > 0) this.#held.set(name, more);
        else this.#held.delete(name);
      }
      this.#forget();
    };
  }

  /** Adds a key that is already decrypted. */
  remember(source: Source, key: Key): void {
    const { nameOf, now, lifetime } = this.#parts;
    const name = nameOf(source);
    this.#refused.delete(name);
    this.#put(name, { key, until: now() + lifetime });
    this.#forget();
  }

  /** The sources by name, without duplicates. */
  *#named(sources: Iterable<Source>): Steps<ReadonlyMap<string, Source>> {
    const named = new Map<string, Source>();
    for (const source of sources) {
      if (isTurnDue()) yield;
      named.set(this.#parts.nameOf(source), source);
    }
    return named;
  }

  async #unlock(named: ReadonlyMap<string, Source>): Promise<void> {
    const now = this.#parts.now();
    const isWanted = (name: string): boolean =>
      (this.#known.get(name)?.until ?? (this.#refused.get(name)?.at ?? -Infinity) + FAILURE_TTL) < now;
    await this.#askAll([...named].filter(([name]) => isWanted(name)));
  }

  #put(name: string, known: { readonly key: Key; readonly until: number }): void {
    this.#known.delete(name);
    this.#known.set(name, known);
  }

  #forget(): void {
    for (const name of this.#known.keys()) {
      if (this.#known.size <= this.#parts.remembered + this.#held.size) return;
      if (!this.#held.has(name)) this.#known.delete(name);
    }
  }

  /** Limits concurrent calls, because every stored value may have a different key. */
  async #askAll(wanted: readonly (readonly [string, Source])[]): Promise<void> {
    const rest = wanted.values();
    const work = async (): Promise<void> => {
      for (const [name, source] of rest) await this.#ask(name, source);
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted.length) }, work));
  }

  /** Concurrent callers that need the same key share one call to the plug-in. */
  #ask(name: string, source: Source): Promise<void> {
    const pending = this.#asking.get(name);
    if (pending !== undefined) return pending;
    const ask = async (): Promise<void> => {
      try {
        this.remember(source, await this.#parts.decrypt(source));
      } catch (error) {
        if (!(error instanceof TransformError)) throw error;
        // A key that was decrypted before remains valid.
        if (!this.#known.has(name)) this.#refused.set(name, { source, error: error, at: this.#parts.now() });
      } finally {
        this.#asking.delete(name);
      }
    };
    const question = ask();
    this.#asking.set(name, question);
    return question;
  }
}
