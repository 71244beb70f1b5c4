/** Characters from which on a worker parses a text: a megabyte takes most of a second. */
export const LONG_TEXT = 50_000;
