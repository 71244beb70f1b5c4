import { createHash } from "node:crypto";

/** The strong entity tag of a document: upper-case SHA-512 of its bytes, in quotes. */
export const entityTag = (bytes: Uint8Array | string): string =>
  `"${createHash("sha512").update(bytes).digest("hex").toUpperCase()}"`;

/** Whether an `If-None-Match` header matches the tag: weak comparison, several tags may be listed, `*` matches any. */
export function matchesTag(condition: string, tag: string): boolean {
  if (condition.trim() === "*") return true;
  return condition.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === tag);
}
