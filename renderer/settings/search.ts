/**
 * Whether a text contains every word of the search, in any order and ignoring case. An empty search matches everything.
 */
export function finds(search: string, text: string): boolean {
  const found = text.toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => found.includes(word));
}
