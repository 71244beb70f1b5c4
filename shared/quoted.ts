/** Escapes with a letter of their own; JSON has two of them not. */
const SHORT: Readonly<Record<string, string>> = {
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
  '"': '\\"',
};

/** Everything that a quoted text does not show as it is. */
const HIDDEN = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** Printable characters of ASCII, but for quotes and backslashes. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Whether a text is quoted as it stands: not so of some texts with other characters that are, too. */
export const isPlain = (text: string): boolean => PLAIN.test(text);

function escaped(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

/**
 * A text in the quotes of the reference's messages: what cannot be printed is escaped.
 * @example quoted("a\u0000\u200b") // "a\\x00\\u200b" in double quotes
 */
export const quoted = (text: string): string => (isPlain(text) ? `"${text}"` : `"${text.replace(HIDDEN, escaped)}"`);
