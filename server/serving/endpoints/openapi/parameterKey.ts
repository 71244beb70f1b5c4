import type { JsonObject } from "../../../../shared/object.ts";

const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

const keys = new Map<string, string>();

/**
 * The key under which a document of version 2 holds a parameter, as the reference forms it: the name and six bytes of the
 * FNV-1 hash of the parameter. So it is the same in every part of every document, in whatever order they are written.
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
