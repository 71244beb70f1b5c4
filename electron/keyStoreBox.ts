import { plainBox, type SecretBox } from "../server/whole/console/secretBox.ts";

/** What is used of Electron's `safeStorage`. */
export interface KeyStore {
  isEncryptionAvailable(): boolean;
  encryptString(plain: string): Buffer;
  decryptString(sealed: Buffer): string;
}

const MARK = "sealed:";

/**
 * Seals with the system's key store where there is one. Text that was written without it can still be opened, and is sealed
 * when it is written next.
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
