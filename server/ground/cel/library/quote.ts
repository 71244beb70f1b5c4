const ESCAPES: Readonly<Record<string, string>> = {
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\u000b": "\\v",
  "\\": "\\\\",
  '"': '\\"',
};

/** Quotes a text, with control characters and quotes escaped. */
export const quote = (value: string): string => `"${[...value].map((point) => ESCAPES[point] ?? point).join("")}"`;
