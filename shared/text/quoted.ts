import { BACKSLASH, CodeUnits } from "./codeUnits.ts";

/** Escapes with a letter, by character code. JSON lacks two of them. */
const SHORT: ReadonlyMap<number, number> = new Map(
  ["\u0007a", "\bb", "\ff", "\nn", "\rr", "\tt", "\vv", "\\\\", '""'].map((pair) => [
    pair.charCodeAt(0),
    pair.charCodeAt(1),
  ]),
);

/** A character that is printed as it is, unless it is a quote or a backslash. */
const SHOWN = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** Printable ASCII characters except quotes and backslashes. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Whether a text needs no escaping. May be false for texts with non-ASCII characters that need none either. */
export const isPlain = (text: string): boolean => PLAIN.test(text);

/** Cache of the printability of BMP characters: texts have few different characters, and many of each. */
const known = new Uint8Array(0x10000);
const [IS_SHOWN, IS_HIDDEN] = [1, 2];

function isShown(code: number): boolean {
  if (code >= known.length) return SHOWN.test(String.fromCodePoint(code));
  if (known[code] === 0) known[code] = SHOWN.test(String.fromCodePoint(code)) ? IS_SHOWN : IS_HIDDEN;
  return known[code] === IS_SHOWN;
}

/**
 * A text quoted as in the reference's messages: unprintable characters are escaped.
 * @example quoted("a\u0000\u200b") // "a\\x00\\u200b" in double quotes
 */
export const quoted = (text: string): string => `"${isPlain(text) ? text : escaped(text)}"`;

/** Maximum number of characters of a text that a message about it quotes, because some messages quote it twice. */
export const LONGEST_QUOTE = 64 * 1024;

/**
 * {@link quoted} for a message about a text that may be as long as a request body: quotes only the beginning of a
 * longer text.
 */
export const quotedPart = (text: string): string => quoted(text.slice(0, LONGEST_QUOTE));

function escaped(text: string): string {
  const result = new CodeUnits();
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i) ?? 0;
    const isPair = code > 0xffff;
    const short = code <= BACKSLASH ? SHORT.get(code) : undefined;
    if (short !== undefined) result.short(short);
    else if (isShown(code)) {
      result.unit(text.charCodeAt(i));
      if (isPair) result.unit(text.charCodeAt(i + 1));
    } else if (code < 0x80) result.numbered(LETTER_X, code, 2);
    else if (isPair) result.numbered(CAPITAL_U, code, 8);
    else result.numbered(LETTER_U, code, 4);
    if (isPair) i += 1;
  }
  return result.text();
}

const LETTER_X = 0x78;
const LETTER_U = 0x75;
const CAPITAL_U = 0x55;
