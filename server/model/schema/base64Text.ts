/** Bytes in JSON: standard base64 with padding; line breaks are allowed between characters. */
import { DecodeError } from "../../ground/formats/wording/decodeError.ts";

const ALPHABET = /[A-Za-z0-9+/]/;

/**
 * The canonical base64 text of the same bytes.
 *
 * @throws DecodeError `illegal base64 data at input byte N`
 */
export function canonicalBase64(text: string): string {
  const bad = illegalAt(text);
  if (bad >= 0) throw new DecodeError(`illegal base64 data at input byte ${bad}`);
  return Buffer.from(text, "base64").toString("base64");
}

/**
 * The position where the reference's decoder fails, or -1. It decodes groups of four characters; for a truncated group,
 * it reports the position where the group began.
 */
function illegalAt(text: string): number {
  let inGroup = 0;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i] ?? "";
    if (character === "\n" || character === "\r") continue;
    if (ALPHABET.test(character)) {
      inGroup = (inGroup + 1) % 4;
      continue;
    }
    if (character !== "=" || inGroup < 2) return byteOffset(text, i);
    return paddingFault(text, i, inGroup);
  }
  return inGroup === 0 ? -1 : byteOffset(text, text.length) - inGroup;
}

/** @param at index of the first `=`; @param inGroup the number of characters before it in the group, 2 or 3 */
function paddingFault(text: string, at: number, inGroup: number): number {
  let next = skipBreaks(text, at + 1);
  if (inGroup === 2) {
    if (next === text.length) return byteOffset(text, text.length);
    if (text[next] !== "=") return byteOffset(text, next) - 1;
    next = skipBreaks(text, next + 1);
  }
  return next < text.length ? byteOffset(text, next) : -1;
}

function skipBreaks(text: string, from: number): number {
  let i = from;
  while (text[i] === "\n" || text[i] === "\r") i += 1;
  return i;
}

const byteOffset = (text: string, index: number): number => Buffer.byteLength(text.slice(0, index));
