/**
 * Decodes percent-encoding; undefined if it is malformed.
 * @example percentDecoded("a%20b") // "a b"
 */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
