/**
 * A text whose longest lines end early, each with what stands for its rest: a browser needs seconds to lay out a line of a
 * megabyte.
 *
 * @param most characters of a line that are kept; one more may be, so that none of two halves is torn
 * @param rest what stands for so many characters
 */
export function cutLines(text: string, most: number, rest: (characters: number) => string): string {
  if (text.length <= most) return text;
  let cut = "";
  let start = 0;
  while (start <= text.length) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    const kept = end - start <= most ? end : wholeUntil(text, start + most);
    cut += text.slice(start, kept);
    if (kept < end) cut += rest(end - kept);
    if (found !== -1) cut += "\n";
    start = end + 1;
  }
  return cut;
}

/** An index at or after `at` that does not stand between the halves of a surrogate pair. */
function wholeUntil(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
