import { bytesOfBase64 } from "../base64.ts";
import { trimEndOf } from "../trimEnd.ts";

/** One block of PEM text. */
export interface PemBlock {
  readonly label: string;
  /** DER bytes. */
  readonly data: Uint8Array<ArrayBuffer>;
  readonly hasHeaders: boolean;
}

const BLOCK = /-----BEGIN ([^-\n]+)-----\r?\n([\s\S]*?)-----END \1-----[^\S\n]*(?:\n|$)/g;

/** The blocks of a PEM text in order; what stands between them is ignored. Blocks that are no base64 are left out. */
export function parsePem(text: string): PemBlock[] {
  return [...text.matchAll(BLOCK)].flatMap(([, label = "", body = ""]) => {
    const hasHeaders = body.includes(":");
    const encoded = (hasHeaders ? body.slice(body.search(/\r?\n\r?\n/) + 1) : body).replace(/\s+/g, "");
    return /^[A-Za-z0-9+/]*={0,2}$/.test(encoded) ? [{ label, data: bytesOf(encoded), hasHeaders }] : [];
  });
}

/** The bytes of a block, with or without padding; a superfluous last character counts for nothing. */
function bytesOf(encoded: string): Uint8Array<ArrayBuffer> {
  const digits = trimEndOf(encoded, "=");
  return bytesOfBase64(digits.length % 4 === 1 ? digits.slice(0, -1) : digits);
}
