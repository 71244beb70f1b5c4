import { createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import { expect, it } from "vitest";
import { seedCipher } from "./seedCipher.ts";

const PLACE = "/registry/secrets/default/s";
const seed = Buffer.alloc(32, 7);

it("decrypts what it encrypted, only at the same storage key", () => {
  const cipher = seedCipher(seed);
  const sealed = cipher.seal(Buffer.from("planted"), PLACE);
  expect(sealed).toHaveLength(32 + 12 + "planted".length + 16);
  expect(Buffer.from(cipher.open(sealed, PLACE)).toString()).toBe("planted");
  expect(() => cipher.open(sealed, `${PLACE}2`)).toThrow("cipher: message authentication failed");
  expect(() => seedCipher(Buffer.alloc(32, 8)).open(sealed, PLACE)).toThrow("cipher: message authentication failed");
});

it("derives a key for each value with HKDF-Expand from the seed", () => {
  // The platform's HKDF starts with the extraction: with SHA-256 that is an HMAC over the material. Expansion alone
  // starts from its result.
  const material = Buffer.from("material");
  const extracted = createHmac("sha256", Buffer.alloc(32)).update(material).digest();
  const sealed = Buffer.from(seedCipher(extracted).seal(Buffer.from("planted"), PLACE));
  const [info, nonce, body, tag] = [
    sealed.subarray(0, 32),
    sealed.subarray(32, 44),
    sealed.subarray(44, -16),
    sealed.subarray(-16),
  ];
  const key = Buffer.from(hkdfSync("sha256", material, "", info, 32));
  const decipher = createDecipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(PLACE)).setAuthTag(tag);
  expect(Buffer.concat([decipher.update(body), decipher.final()]).toString()).toBe("planted");
});

it("refuses seeds and values that are too short", () => {
  expect(() => seedCipher(Buffer.alloc(31))).toThrow("invalid seed length 31 used for key generation");
  const cipher = seedCipher(seed);
  expect(() => cipher.open(Buffer.alloc(31), PLACE)).toThrow("the stored data was shorter than the required size");
  expect(() => cipher.open(Buffer.alloc(40), PLACE)).toThrow("the stored data was shorter than the required size");
});
