/**
 * Where to cut a text without splitting a character: the first index from `at` on that is not between the halves of a
 * surrogate pair. Half a pair would be shown as a replacement character.
 */
export function wholeUntil(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
