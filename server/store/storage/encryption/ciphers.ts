import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { xsalsa20poly1305 } from "@noble/ciphers/salsa.js";
import { TransformError } from "./transformError.ts";

/** Encrypts bytes with one key, bound to one storage key. */
export interface Cipher {
  /**
   * Never returns the same bytes twice: each call draws a new nonce. `place` is the storage key under which the value
   * will be stored.
   */
  seal(plain: Uint8Array, place: string): Uint8Array;
  /** @throws TransformError with the reference's text when the bytes were not produced by `seal` */
  open(sealed: Uint8Array, place: string): Uint8Array;
}

/** Valid key lengths in bytes. */
export const AES_KEY_LENGTHS: readonly number[] = [16, 24, 32];
export const SECRETBOX_KEY_LENGTHS: readonly number[] = [32];

const AES_BLOCK = 16;
const GCM_NONCE = 12;
const GCM_TAG = 16;
const SECRETBOX_NONCE = 24;
const SECRETBOX_TAG = 16;

const tooShort = (): TransformError => new TransformError("the stored data was shorter than the required size");

/** AES-CBC with PKCS#7: `IV | ciphertext`. Keeps a value secret, but does not detect every modification. */
export function aesCbc(key: Uint8Array): Cipher {
  const algorithm = `aes-${key.length * 8}-cbc`;
  return {
    seal(plain) {
      const iv = randomBytes(AES_BLOCK);
      const cipher = createCipheriv(algorithm, key, iv);
      return Buffer.concat([iv, cipher.update(plain), cipher.final()]);
    },
    open(sealed) {
      if (sealed.length < AES_BLOCK) throw tooShort();
      const body = sealed.subarray(AES_BLOCK);
      if (body.length % AES_BLOCK !== 0) {
        throw new TransformError("the stored data is not a multiple of the block size");
      }
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, AES_BLOCK)).setAutoPadding(false);
      return withoutPadding(Buffer.concat([decipher.update(body), decipher.final()]));
    },
  };
}

/** Accepts padding up to the length of the data, as the reference does, not only up to one block. */
function withoutPadding(padded: Buffer): Buffer {
  const padding = padded.at(-1) ?? 0;
  if (padding === 0 || padding > padded.length) {
    throw new TransformError("invalid PKCS7 data (empty or not padded)");
  }
  const end = padded.length - padding;
  if (padded.subarray(end).some((byte) => byte !== padding)) throw new TransformError("invalid padding on input");
  return padded.subarray(0, end);
}

/** AES-GCM: `nonce | ciphertext | tag`. The storage key is authenticated too: a value moved elsewhere does not open. */
export function aesGcm(key: Uint8Array): Cipher {
  const algorithm = key.length === 16 ? "aes-128-gcm" : key.length === 24 ? "aes-192-gcm" : "aes-256-gcm";
  return {
    seal(plain, place) {
      const nonce = randomBytes(GCM_NONCE);
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: GCM_TAG }).setAAD(Buffer.from(place));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, place) {
      if (sealed.length < GCM_NONCE) throw tooShort();
      const tag = Math.max(GCM_NONCE, sealed.length - GCM_TAG);
      const nonce = sealed.subarray(0, GCM_NONCE);
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: GCM_TAG }).setAAD(Buffer.from(place));
      try {
        decipher.setAuthTag(sealed.subarray(tag));
        return Buffer.concat([decipher.update(sealed.subarray(GCM_NONCE, tag)), decipher.final()]);
      } catch {
        throw new TransformError("cipher: message authentication failed");
      }
    },
  };
}

/** XSalsa20-Poly1305: `nonce | tag | ciphertext`. */
export function secretbox(key: Uint8Array): Cipher {
  return {
    seal(plain) {
      const nonce = randomBytes(SECRETBOX_NONCE);
      return Buffer.concat([nonce, xsalsa20poly1305(key, nonce).encrypt(plain)]);
    },
    open(sealed) {
      if (sealed.length < SECRETBOX_NONCE + SECRETBOX_TAG) throw tooShort();
      const box = xsalsa20poly1305(key, sealed.subarray(0, SECRETBOX_NONCE));
      try {
        return box.decrypt(sealed.subarray(SECRETBOX_NONCE));
      } catch {
        // The reference's own message for a box that does not open.
        throw new TransformError("output array was not large enough for encryption");
      }
    },
  };
}
