/** Number of characters that are looked at one by one before the engine's own search is faster. */
const NEAR = 32;

/**
 * The position of the closing quote of the string that starts at `at`; the text's length when there is none. Most
 * strings are short; in long ones the engine searches for quotes.
 */
export function closingQuote(text: string, at: number): number {
  let i = at + 1;
  while (i < text.length) {
    for (const near = i + NEAR; i < near; i++) {
      const code = text.charCodeAt(i);
      if (code === 0x22) return i;
      if (code === 0x5c) i += 1;
    }
    const quote = text.indexOf('"', i);
    if (quote === -1) break;
    if (!isEscaped(text, quote, i)) return quote;
    i = quote + 1;
  }
  return text.length;
}

/** Whether an odd number of backslashes precedes a position. No escape sequence begins before `from` and ends after it. */
function isEscaped(text: string, at: number, from: number): boolean {
  let first = at;
  while (first > from && text.charCodeAt(first - 1) === 0x5c) first -= 1;
  return (at - first) % 2 === 1;
}
