import { plainBox, type SecretBox } from "../server/whole/console/secretBox.ts";

/** The part of Electron's `safeStorage` that is used here. */
export interface KeyStore {
  isEncryptionAvailable(): boolean;
  encryptString(plain: string): Buffer;
  decryptString(sealed: Buffer): string;
}

const MARK = "sealed:";

/**
 * Encrypts with the system's key store if there is one. Text that was written without a key store stays readable, and
 * is encrypted the next time it is written.
 */
export function keyStoreBox(store: KeyStore): SecretBox {
  return {
    seal: (plain) =>
      store.isEncryptionAvailable() ? MARK + store.encryptString(plain).toString("base64") : plainBox.seal(plain),
    open: (sealed) =>
      sealed.startsWith(MARK)
        ? store.decryptString(Buffer.from(sealed.slice(MARK.length), "base64"))
        : plainBox.open(sealed),
  };
}
