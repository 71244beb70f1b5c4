import { wholeUntil } from "../../shared/text/wholeUntil.ts";

/**
 * Truncates the long lines of a text, because a browser needs seconds to lay out a line of a megabyte.
 *
 * @param most maximum number of characters kept of a line; one more is kept rather than splitting a surrogate pair
 * @param rest returns the text that replaces the truncated characters, given their number
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
