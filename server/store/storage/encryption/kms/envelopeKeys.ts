import { randomBytes } from "node:crypto";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import { AES_KEY_LENGTHS, aesCbc, aesGcm, type Cipher } from "../ciphers.ts";
import { TransformError } from "../transformError.ts";
import { DecryptedKeys } from "./decryptedKeys.ts";
import type { KmsServiceV1 } from "./kmsServiceV1.ts";

/** The ciphers for one key of a plug-in of version 1: values are written with the first, and read with both. */
export type EnvelopeCiphers = readonly [gcm: Cipher, cbc: Cipher];

/** A new key that is not used by any value yet. */
export interface FreshKey {
  readonly ciphers: EnvelopeCiphers;
  readonly encryptedKey: Uint8Array;
}

const KEY_LENGTH = 32;

/** The keys of one plug-in of version 1: each write of a value uses a new key, which the plug-in encrypts. */
export class EnvelopeKeys extends DecryptedKeys<Uint8Array, EnvelopeCiphers> {
  readonly #service: Pick<KmsServiceV1, "encrypt">;

  /** @param cacheSize maximum number of remembered keys; below one, none are remembered */
  constructor(service: Pick<KmsServiceV1, "encrypt" | "decrypt">, cacheSize: number, now: () => number) {
    super({
      nameOf: (encryptedKey) => Buffer.from(encryptedKey).toString("base64"),
      decrypt: async (encryptedKey) => ciphersOf(await asked(service.decrypt(encryptedKey))),
      now,
      remembered: Math.max(0, cacheSize),
      lifetime: Number.POSITIVE_INFINITY,
    });
    this.#service = service;
  }

  /** Creates a key. @throws TransformError with the plug-in's message when the plug-in fails to encrypt the key */
  async make(): Promise<FreshKey> {
    const key = randomBytes(KEY_LENGTH);
    const encryptedKey = await asked(this.#service.encrypt(key));
    const ciphers = ciphersOf(key);
    this.remember(encryptedKey, ciphers);
    return { ciphers, encryptedKey };
  }
}

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new TransformError(messageOf(error));
  }
}

function ciphersOf(key: Uint8Array): EnvelopeCiphers {
  if (!AES_KEY_LENGTHS.includes(key.length)) throw new TransformError(`crypto/aes: invalid key size ${key.length}`);
  return [aesGcm(key), aesCbc(key)];
}
