import { isTurnOver, type Steps } from "../steps.ts";

/** JSON as the reference writes it where it is quoted: no markup, and no line separators, as they are. */
export function escapeMarkup(json: string): string {
  // Hardly any text has such characters, and to look for one is faster than to replace none.
  if (!ANY.test(json)) return json;
  let escaped = json;
  for (const [character, written] of ESCAPES) escaped = escaped.replaceAll(character, written);
  return escaped;
}

/** {@link escapeMarkup} of a text that may be long. */
export function* escapeMarkupInSteps(json: string): Steps<string> {
  if (json.length <= PIECE) return escapeMarkup(json);
  const pieces: string[] = [];
  for (let at = 0; at < json.length; at += PIECE) {
    pieces.push(escapeMarkup(json.slice(at, at + PIECE)));
    if (isTurnOver()) yield;
  }
  return pieces.join("");
}

/** Characters that are escaped at once: a millisecond or two. */
const PIECE = 64 * 1024;
const ANY = /[<>&\u2028\u2029]/;
/** Texts in place of characters, not functions: those take five times as long. */
const ESCAPES = [..."<>&\u2028\u2029"].map(
  (character) => [character, `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`] as const,
);
