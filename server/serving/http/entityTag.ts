import { createHash } from "node:crypto";

/** The strong entity tag of a document: upper-case SHA-512 of its bytes, in quotes. */
export const entityTag = (bytes: Uint8Array | string): string =>
  `"${createHash("sha512").update(bytes).digest("hex").toUpperCase()}"`;

/** Whether an `If-None-Match` header names the tag: compared weakly, several may be listed, `*` is any. */
export function matchesTag(condition: string, tag: string): boolean {
  if (condition.trim() === "*") return true;
  return condition.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === tag);
}
