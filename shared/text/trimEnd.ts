/**
 * The text without the characters at its end that are one of some. An expression such as `/x+$/` does the same in a time that
 * grows with the square of a run of them elsewhere in the text.
 *
 * @example trimEndOf("/a//b//", "/") // "/a//b"
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** What follows the last white space: the word that a line ends with, or nothing. */
export function lastWord(line: string): string {
  let start = line.length;
  while (start > 0 && !/\s/.test(line.charAt(start - 1))) start -= 1;
  return line.slice(start);
}
