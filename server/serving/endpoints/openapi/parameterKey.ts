import type { JsonObject } from "../../../../shared/object.ts";

const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

const keys = new Map<string, string>();

/**
 * The key of a shared parameter in a version 2 document, formed like the reference's: the name and six bytes of the
 * FNV-1 hash of the parameter. So the key is the same in every part of every document, regardless of the order of
 * writing.
 *
 * @param written the parameter; its members in the order of the reference
 * @example parameterKey("pretty", { … }) // "pretty-tJGM1-ng"
 */
export function parameterKey(name: string, written: JsonObject): string {
  const text = JSON.stringify(written);
  let key = keys.get(text);
  if (key === undefined) {
    key = `${name}-${fnv1(text).subarray(0, 6).toString("base64url")}`;
    keys.set(text, key);
  }
  return key;
}

function fnv1(text: string): Buffer {
  let hash = OFFSET;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, hash * PRIME) ^ BigInt(byte);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(hash);
  return bytes;
}
