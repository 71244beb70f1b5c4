import { createHmac } from "node:crypto";

/**
 * A detached JSON Web Signature, that is, without its content (RFC 7515, appendix F), with HMAC SHA-256.
 *
 * @param content the signed text
 * @param id the key's identifier, for the verifier
 * @param secret the shared key
 * @returns `header..signature`
 */
export function detachedSignature(content: string, id: string, secret: string): string {
  const header = encode(JSON.stringify({ alg: "HS256", kid: id }));
  const signature = createHmac("sha256", secret)
    .update(`${header}.${encode(content)}`)
    .digest("base64url");
  return `${header}..${signature}`;
}

const encode = (text: string): string => Buffer.from(text).toString("base64url");
