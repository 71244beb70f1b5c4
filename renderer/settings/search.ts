/** Whether every word of what is searched for is in a text, in any order and case. An empty search finds everything. */
export function finds(search: string, text: string): boolean {
  const found = text.toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => found.includes(word));
}
