import { createHmac, randomBytes } from "node:crypto";
import { aesGcm, type Cipher } from "../ciphers.ts";
import { TransformError } from "../transformError.ts";

/** Length of new seeds in bytes; longer ones are accepted, too. */
export const SEED_LENGTH = 32;
const INFO_LENGTH = 32;

/**
 * AES-GCM with a key for each value: `info | nonce | ciphertext | tag`. The key is the first block of HKDF-Expand (RFC
 * 5869) with SHA-256 of the seed and the info. The info is random for each value, so a seed never wears out.
 * @throws TransformError for a seed that is too short
 */
export function seedCipher(seed: Uint8Array): Cipher {
  if (seed.length < SEED_LENGTH) {
    throw new TransformError(`invalid seed length ${seed.length} used for key generation`);
  }
  const cipherOf = (info: Uint8Array): Cipher =>
    aesGcm(createHmac("sha256", seed).update(info).update(Uint8Array.of(1)).digest());
  return {
    seal(plain, place) {
      const info = randomBytes(INFO_LENGTH);
      return Buffer.concat([info, cipherOf(info).seal(plain, place)]);
    },
    open(sealed, place) {
      if (sealed.length < INFO_LENGTH) {
        throw new TransformError("the stored data was shorter than the required size");
      }
      return cipherOf(sealed.subarray(0, INFO_LENGTH)).open(sealed.subarray(INFO_LENGTH), place);
    },
  };
}
