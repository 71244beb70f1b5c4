import { isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import { inTurns } from "../../../../ground/turns/turns.ts";
import { TransformError } from "../transformError.ts";

/** A refusal to decrypt stands so long, in milliseconds: many values may have the same key. */
const REFUSAL_STANDS = 3000;
/** So many questions to a plug-in are under way at once. */
const AT_ONCE = 64;

/** A key that the plug-in did not decrypt. */
interface Refused<Source> {
  readonly source: Source;
  readonly why: TransformError;
  readonly at: number;
}

/** @typeParam Source what a stored value says of its key @typeParam Key what opens the value */
export interface DecryptedKeysParts<Source, Key> {
  /** One text for one source. */
  nameOf(source: Source): string;
  /** Asks the plug-in. @throws TransformError in the words of the reference */
  decrypt(source: Source): Promise<Key>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** So many keys are remembered that nothing holds. */
  readonly remembered: number;
  /** And so long, in milliseconds. */
  readonly lifetime: number;
}

/** The keys of stored values that a plug-in decrypted: each once, as long as it is remembered. */
export class DecryptedKeys<Source, Key> {
  readonly #parts: DecryptedKeysParts<Source, Key>;
  /** The one that was used last comes last. */
  readonly #known = new Map<string, { readonly key: Key; readonly until: number }>();
  readonly #held = new Map<string, number>();
  readonly #refused = new Map<string, Refused<Source>>();
  readonly #asking = new Map<string, Promise<void>>();

  constructor(parts: DecryptedKeysParts<Source, Key>) {
    this.#parts = parts;
  }

  /** Asks again for the keys that the plug-in did not decrypt. @returns whether it decrypted any of them now */
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
    throw this.#refused.get(name)?.why ?? new TransformError("failed to decrypt DEK, error: it was not asked for");
  }

  /** Has the keys of stored values decrypted that are not known yet. Never rejects: see {@link forReading}. */
  async unlock(sources: Iterable<Source>): Promise<void> {
    await this.#unlock(await inTurns(this.#named(sources)));
  }

  /** The same, and none of these keys is forgotten. @returns what lets go of them; call it once */
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

  /** Takes a key that need not be decrypted. */
  remember(source: Source, key: Key): void {
    const { nameOf, now, lifetime } = this.#parts;
    const name = nameOf(source);
    this.#refused.delete(name);
    this.#put(name, { key, until: now() + lifetime });
    this.#forget();
  }

  /** Each source once. */
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
      (this.#known.get(name)?.until ?? (this.#refused.get(name)?.at ?? -Infinity) + REFUSAL_STANDS) < now;
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

  /** Some at a time: stored values may have a key each. */
  async #askAll(wanted: readonly (readonly [string, Source])[]): Promise<void> {
    const rest = wanted.values();
    const work = async (): Promise<void> => {
      for (const [name, source] of rest) await this.#ask(name, source);
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, wanted.length) }, work));
  }

  /** Callers that want the same key at the same time share the question. */
  #ask(name: string, source: Source): Promise<void> {
    const pending = this.#asking.get(name);
    if (pending !== undefined) return pending;
    const ask = async (): Promise<void> => {
      try {
        this.remember(source, await this.#parts.decrypt(source));
      } catch (error) {
        if (!(error instanceof TransformError)) throw error;
        // A key that was known once is good for ever.
        if (!this.#known.has(name)) this.#refused.set(name, { source, why: error, at: this.#parts.now() });
      } finally {
        this.#asking.delete(name);
      }
    };
    const question = ask();
    this.#asking.set(name, question);
    return question;
  }
}
