/**
 * The text without trailing characters of a set. A regular expression such as `/x+$/` takes quadratic time for a long
 * run of such characters elsewhere in the text.
 *
 * @example trimEndOf("/a//b//", "/") // "/a//b"
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The text after the last white space: the last word of a line, or an empty string. */
export function lastWord(line: string): string {
  let start = line.length;
  while (start > 0 && !/\s/.test(line.charAt(start - 1))) start -= 1;
  return line.slice(start);
}
