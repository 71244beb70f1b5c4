import { createHash, randomBytes, randomUUID } from "node:crypto";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import { aesGcm, type Cipher } from "../ciphers.ts";
import { TransformError } from "../transformError.ts";
import { type KeySource, SOURCE_TYPES, sourceFault, sourceName } from "./encryptedObject.ts";
import type { KmsService } from "./kmsService.ts";
import { SEED_LENGTH, seedCipher } from "./seedCipher.ts";

/** The seed that values are written with, and what they have to carry to be read again. */
export interface WritingKey {
  readonly cipher: Cipher;
  readonly source: KeySource;
  /** Not written with after this, in milliseconds since the epoch. */
  readonly expires: number;
}

/** A seed lives that long after its plug-in was well for the last time, in milliseconds. */
export const SEED_LIFETIME = 3 * 60_000;
/** Keys that were decrypted are remembered so long, in milliseconds, and so many of them. */
const REMEMBERED = 24 * 3600_000;
const MAX_REMEMBERED = 10_000;
/** A refusal to decrypt stands so long, in milliseconds: many values may have the same key. */
const REFUSAL_STANDS = 3000;

/** A key that the plug-in did not decrypt. */
interface Refused {
  readonly source: KeySource;
  readonly why: TransformError;
  readonly at: number;
}

/**
 * The keys of one plug-in: the seed of writing, which is made anew when the plug-in has another key, and those of stored
 * values, each of which the plug-in decrypts once.
 */
export class KmsKeys {
  readonly #service: Pick<KmsService, "encrypt" | "decrypt">;
  readonly #now: () => number;
  readonly #known = new Map<string, { readonly cipher: Cipher; readonly until: number }>();
  readonly #refused = new Map<string, Refused>();
  readonly #asking = new Map<string, Promise<void>>();
  #writing: WritingKey | undefined;

  /** @param now milliseconds since the epoch */
  constructor(service: Pick<KmsService, "encrypt" | "decrypt">, now: () => number) {
    this.#service = service;
    this.#now = now;
  }

  /** Asks again for the keys that the plug-in did not decrypt. @returns whether it decrypted any of them now */
  async retry(): Promise<boolean> {
    const missing = [...this.#refused];
    await Promise.all(missing.map(([name, { source }]) => this.#ask(name, source)));
    return missing.some(([name]) => !this.#refused.has(name));
  }

  /** @throws TransformError as long as the plug-in has not answered yet */
  get current(): WritingKey {
    if (this.#writing === undefined) throw new TransformError("got unexpected nil transformer");
    return this.#writing;
  }

  /** What new values are written with. @throws TransformError when there is nothing, or when it is too old */
  forWriting(): WritingKey {
    const key = this.current;
    const now = this.#now();
    if (now <= key.expires) return key;
    throw new TransformError(
      `encryptedDEKSource with keyID hash ${JSON.stringify(hashOf(key.source.keyId))} expired at ${showTime(key.expires)} ` +
        `(current time is ${showTime(now)})`,
    );
  }

  /** The cipher of a stored value. @throws TransformError when the plug-in did not decrypt its key (see {@link unlock}) */
  forReading(source: KeySource): Cipher {
    const name = sourceName(source);
    const known = this.#known.get(name);
    if (known !== undefined) return known.cipher;
    throw this.#refused.get(name)?.why ?? new TransformError("failed to decrypt DEK, error: it was not asked for");
  }

  /** Has the keys of stored values decrypted that are not known yet. Never rejects: see {@link forReading}. */
  async unlock(sources: Iterable<KeySource>): Promise<void> {
    const now = this.#now();
    const wanted = new Map<string, KeySource>();
    for (const source of sources) {
      const name = sourceName(source);
      const until = this.#known.get(name)?.until ?? (this.#refused.get(name)?.at ?? -Infinity) + REFUSAL_STANDS;
      if (until < now) wanted.set(name, source);
    }
    await Promise.all([...wanted].map(([name, source]) => this.#ask(name, source)));
  }

  /**
   * Makes a new seed unless the present one is of this key, and lets the one that counts live on.
   * @param keyId the plug-in's key, as its status tells
   * @throws Error in the reference's words when there is no seed of this key; an older one stays, for its time
   */
  async rotate(keyId: string): Promise<void> {
    // The time begins before the question: it is the longest that a seed may be used without news of the plug-in.
    const expires = this.#now() + SEED_LIFETIME;
    const old = this.#writing;
    if (old !== undefined && old.source.keyId === keyId) {
      this.#writing = { ...old, expires };
      return;
    }
    const uid = randomUUID();
    const seed = randomBytes(SEED_LENGTH);
    let made: KeySource | undefined;
    let why = "<nil>";
    try {
      made = await this.#encrypted(uid, seed);
    } catch (error) {
      why = messageOf(error);
    }
    if (made?.keyId === keyId) {
      const cipher = seedCipher(seed);
      this.#writing = { cipher, source: made, expires };
      this.#remember(sourceName(made), cipher);
      return;
    }
    const facts = [
      `uid=${JSON.stringify(uid)}`,
      "useSeed=true",
      `errState=${old === undefined ? "got unexpected nil transformer" : "<nil>"}`,
      `errGen=${why}`,
      `statusKeyIDHash=${JSON.stringify(hashOf(keyId))}`,
      `encryptKeyIDHash=${JSON.stringify(hashOf(made?.keyId ?? ""))}`,
      `stateKeyIDHash=${JSON.stringify(hashOf(old?.source.keyId ?? ""))}`,
      `expirationTimestamp=${old === undefined ? "0001-01-01T00:00:00Z" : showTime(old.expires)}`,
    ];
    throw new Error(`failed to rotate DEK ${facts.join(", ")}`);
  }

  async #encrypted(uid: string, seed: Uint8Array): Promise<KeySource> {
    let answer: Omit<KeySource, "type">;
    try {
      answer = await this.#service.encrypt(uid, seed);
    } catch (error) {
      throw new Error(`failed to encrypt DEK, error: ${messageOf(error)}`);
    }
    const fault = sourceFault(answer);
    if (fault !== undefined) throw new Error(fault);
    return { ...answer, type: SOURCE_TYPES.seed };
  }

  /** Callers that want the same key at the same time share the question. */
  #ask(name: string, source: KeySource): Promise<void> {
    const pending = this.#asking.get(name);
    if (pending !== undefined) return pending;
    const ask = async (): Promise<void> => {
      try {
        const key = await this.#service.decrypt(randomUUID(), source);
        this.#remember(name, source.type === SOURCE_TYPES.seed ? seedCipher(key) : keyCipher(key));
      } catch (error) {
        const why =
          error instanceof TransformError
            ? error
            : new TransformError(`failed to decrypt DEK, error: ${messageOf(error)}`);
        // A key that was known once is good for ever.
        if (!this.#known.has(name)) this.#refused.set(name, { source, why, at: this.#now() });
      } finally {
        this.#asking.delete(name);
      }
    };
    const question = ask();
    this.#asking.set(name, question);
    return question;
  }

  #remember(name: string, cipher: Cipher): void {
    this.#refused.delete(name);
    if (this.#known.size >= MAX_REMEMBERED) {
      const [oldest = ""] = this.#known.keys();
      this.#known.delete(oldest);
    }
    this.#known.delete(name);
    this.#known.set(name, { cipher, until: this.#now() + REMEMBERED });
  }
}

function keyCipher(key: Uint8Array): Cipher {
  if (![16, 24, 32].includes(key.length)) throw new TransformError(`crypto/aes: invalid key size ${key.length}`);
  return aesGcm(key);
}

/** `sha256:…` of a text that logs may not show; nothing of nothing. */
export const hashOf = (text: string): string =>
  text === "" ? "" : `sha256:${createHash("sha256").update(text).digest("hex")}`;

/** Whole seconds. */
const showTime = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
