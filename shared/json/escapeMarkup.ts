import { isTurnOver, type Steps } from "../steps.ts";

/** Escapes JSON like the reference where it quotes it: no markup characters and no line separators. */
export function escapeMarkup(json: string): string {
  // Few texts contain such characters, and searching is faster than replacing nothing.
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

/** Characters to escape at once, which takes a millisecond or two. */
const PIECE = 64 * 1024;
const ANY = /[<>&\u2028\u2029]/;
/** Replacement strings instead of functions, which take five times as long. */
const ESCAPES = [..."<>&\u2028\u2029"].map(
  (character) => [character, `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`] as const,
);
