/** Values by key; null removes the key. */
export type MetadataChange = Readonly<Record<string, string | null>>;

/** `key=value`, or `key-` for a removed key. */
export const changeWords = (change: MetadataChange): string[] =>
  Object.entries(change).map(([key, value]) => (value === null ? `${key}-` : `${key}=${value}`));

/**
 * Reads `a=1 b- c=` as the command-line client does; commas and line breaks separate as well.
 *
 * @returns undefined when a word is neither
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
