const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "T", "TRUE", "true", "True"].map((word) => [word, true] as const),
  ...["0", "f", "F", "FALSE", "false", "False"].map((word) => [word, false] as const),
]);

/**
 * Parses a boolean as Go does (`strconv.ParseBool`): in queries, annotations, expressions.
 * @returns undefined for any other text
 */
export const readBoolean = (text: string): boolean | undefined => WORDS.get(text);
