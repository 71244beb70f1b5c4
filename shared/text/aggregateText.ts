/** Joins several messages: without duplicates, in brackets when there are more than one; empty for none. */
export function aggregateText(texts: readonly string[]): string {
  const unique = [...new Set(texts)];
  return unique.length > 1 ? `[${unique.join(", ")}]` : (unique[0] ?? "");
}
