import { expect, test } from "vitest";
import { keyStoreBox } from "./keyStoreBox.ts";

const store = (isAvailable: boolean) => ({
  isEncryptionAvailable: () => isAvailable,
  encryptString: (plain: string) => Buffer.from(plain).reverse(),
  decryptString: (sealed: Buffer) => Buffer.from(sealed).reverse().toString(),
});

test("encrypts with the system's key store, and decrypts again", () => {
  const box = keyStoreBox(store(true));
  const sealed = box.seal('{"token":"abc"}');
  expect(sealed).not.toContain("abc");
  expect(box.open(sealed)).toBe('{"token":"abc"}');
});

test("keeps plain text where there is no key store, and reads it with or without one", () => {
  const plain = keyStoreBox(store(false)).seal('{"token":"abc"}');
  expect(keyStoreBox(store(true)).open(plain)).toBe('{"token":"abc"}');
});
