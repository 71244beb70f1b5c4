/** The position of the closing quote of the string that starts at `at`; the text's length when there is none. */
export function closingQuote(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) return i;
    if (code === 0x5c) i += 1;
  }
  return text.length;
}
