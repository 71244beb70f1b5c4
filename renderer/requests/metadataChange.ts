/** Values by key; null removes the key. */
export type MetadataChange = Readonly<Record<string, string | null>>;

/** `key=value`, or `key-` for a key to remove. */
export const changeWords = (change: MetadataChange): string[] =>
  Object.entries(change).map(([key, value]) => (value === null ? `${key}-` : `${key}=${value}`));

/**
 * Parses `a=1 b- c=` like the command-line client; commas and line breaks are separators as well.
 *
 * @returns undefined if a word has neither form
 */
export function parseChange(text: string): MetadataChange | undefined {
  const change: Record<string, string | null> = {};
  for (const word of text.split(/[\s,]+/).filter((each) => each !== "")) {
    const equals = word.indexOf("=");
    if (equals > 0) change[word.slice(0, equals)] = word.slice(equals + 1);
    else if (equals < 0 && word.length > 1 && word.endsWith("-")) change[word.slice(0, -1)] = null;
    else return undefined;
  }
  return Object.keys(change).length === 0 ? undefined : change;
}
