import { createHmac, randomBytes } from "node:crypto";

/**
 * A function that returns a hash of a token, or of a token and the audiences it was offered for, as a key for maps. Each
 * has its own random key, so that the memory of the process reveals no token, and hashes of different maps cannot be
 * compared.
 */
export function tokenHash(): (token: string, audiences?: readonly string[]) => string {
  const key = randomBytes(32);
  return (token, audiences = []) =>
    createHmac("sha256", key)
      .update(JSON.stringify([token, ...audiences]))
      .digest("base64");
}
