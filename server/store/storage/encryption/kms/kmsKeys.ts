import { createHash, randomBytes, randomUUID } from "node:crypto";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import { aesGcm, type Cipher } from "../ciphers.ts";
import { TransformError } from "../transformError.ts";
import { type KeySource, SOURCE_TYPES, sourceFault, sourceName } from "./encryptedObject.ts";
import type { KmsService } from "./kmsService.ts";
import { SEED_LENGTH, seedCipher } from "./seedCipher.ts";

/** The cipher for new values, and the key source that they must carry to be readable later. */
export interface WritingKey {
  readonly cipher: Cipher;
  readonly source: KeySource;
  /** The seed must not encrypt new values after this time, in milliseconds since the epoch. */
  readonly expires: number;
}

/** Milliseconds that a seed may be used after its plug-in was last healthy. */
export const SEED_LIFETIME = 3 * 60_000;
/** Milliseconds that decrypted keys are remembered, and their maximum number. */
const REMEMBERED = 24 * 3600_000;
const MAX_REMEMBERED = 10_000;
/** Milliseconds that a refusal to decrypt is remembered, because many values may have the same key. */
const REFUSAL_STANDS = 3000;

/** A key that the plug-in did not decrypt. */
interface Refused {
  readonly source: KeySource;
  readonly why: TransformError;
  readonly at: number;
}

/**
 * The keys of one plug-in: the seed for writing, which is replaced when the plug-in has another key, and the keys of
 * stored values, each of which the plug-in decrypts once.
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

  /** Asks again for the keys that the plug-in could not decrypt. @returns whether it decrypted any of them now */
  async retry(): Promise<boolean> {
    const missing = [...this.#refused];
    await Promise.all(missing.map(([name, { source }]) => this.#ask(name, source)));
    return missing.some(([name]) => !this.#refused.has(name));
  }

  /** @throws TransformError until the plug-in has answered */
  get current(): WritingKey {
    if (this.#writing === undefined) throw new TransformError("got unexpected nil transformer");
    return this.#writing;
  }

  /** The key for new values. @throws TransformError when there is none, or when it has expired */
  forWriting(): WritingKey {
    const key = this.current;
    const now = this.#now();
    if (now <= key.expires) return key;
    throw new TransformError(
      `encryptedDEKSource with keyID hash ${JSON.stringify(hashOf(key.source.keyId))} expired at ${showTime(key.expires)} ` +
        `(current time is ${showTime(now)})`,
    );
  }

  /**
   * The cipher of a stored value.
   * @throws TransformError when the plug-in has not decrypted its key (see {@link unlock})
   */
  forReading(source: KeySource): Cipher {
    const name = sourceName(source);
    const known = this.#known.get(name);
    if (known !== undefined) return known.cipher;
    throw this.#refused.get(name)?.why ?? new TransformError("failed to decrypt DEK, error: it was not asked for");
  }

  /**
   * Has the plug-in decrypt the keys of stored values that are not known yet. Never rejects: see {@link forReading}.
   */
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
   * Creates a new seed, unless the present one is already encrypted with this key: then only its lifetime is extended.
   * @param keyId the plug-in's key, from its status
   * @throws Error with the reference's message when no seed of this key could be made; an older seed stays until it
   *   expires
   */
  async rotate(keyId: string): Promise<void> {
    // The lifetime starts before the call: it bounds how long a seed may be used without news from the plug-in.
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

  /** Callers that want the same key at the same time share one call. */
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
        // A key that was decrypted once stays valid.
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

/** `sha256:…` of a text that logs may not show; empty for an empty text. */
export const hashOf = (text: string): string =>
  text === "" ? "" : `sha256:${createHash("sha256").update(text).digest("hex")}`;

/** A time as ISO text with whole seconds. */
const showTime = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
