import { createHash, randomBytes, randomUUID } from "node:crypto";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import { aesGcm, type Cipher } from "../ciphers.ts";
import { TransformError } from "../transformError.ts";
import { DecryptedKeys } from "./decryptedKeys.ts";
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

/**
 * The keys of one plug-in: the seed for writing, which is replaced when the plug-in has another key, and the keys of
 * stored values, each of which the plug-in decrypts once.
 */
export class KmsKeys extends DecryptedKeys<KeySource, Cipher> {
  readonly #service: Pick<KmsService, "encrypt" | "decrypt">;
  readonly #now: () => number;
  #writing: WritingKey | undefined;

  /** @param now milliseconds since the epoch */
  constructor(service: Pick<KmsService, "encrypt" | "decrypt">, now: () => number) {
    super({
      nameOf: sourceName,
      decrypt: (source) => decrypted(service, source),
      now,
      remembered: MAX_REMEMBERED,
      lifetime: REMEMBERED,
    });
    this.#service = service;
    this.#now = now;
  }

  /** @throws TransformError as long as the plug-in has not answered yet */
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
    let message = "<nil>";
    try {
      made = await this.#encrypted(uid, seed);
    } catch (error) {
      message = messageOf(error);
    }
    if (made?.keyId === keyId) {
      const cipher = seedCipher(seed);
      this.#writing = { cipher, source: made, expires };
      this.remember(made, cipher);
      return;
    }
    const facts = [
      `uid=${JSON.stringify(uid)}`,
      "useSeed=true",
      `errState=${old === undefined ? "got unexpected nil transformer" : "<nil>"}`,
      `errGen=${message}`,
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
}

/** Has the plug-in decrypt a key source. @throws TransformError with the reference's message */
async function decrypted(service: Pick<KmsService, "decrypt">, source: KeySource): Promise<Cipher> {
  let key: Uint8Array;
  try {
    key = await service.decrypt(randomUUID(), source);
  } catch (error) {
    throw new TransformError(`failed to decrypt DEK, error: ${messageOf(error)}`);
  }
  return source.type === SOURCE_TYPES.seed ? seedCipher(key) : keyCipher(key);
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
