/**
 * What a text says without its percent-encoding; undefined where the encoding is wrong.
 * @example percentDecoded("a%20b") // "a b"
 */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
