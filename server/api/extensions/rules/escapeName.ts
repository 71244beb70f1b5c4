const WORDS = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);
const PATTERN = /^[A-Za-z_./-][A-Za-z0-9_./-]*$/;
const ESCAPES: Readonly<Record<string, string>> = {
  __: "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};

/**
 * The identifier that expressions use for a property; undefined when there is none.
 * @example escapeName("a-b") // "a__dash__b"
 * @example escapeName("namespace") // "__namespace__"
 */
export function escapeName(property: string): string | undefined {
  if (!PATTERN.test(property)) return undefined;
  if (WORDS.has(property)) return `__${property}__`;
  return property.replace(/__|[./-]/g, (found) => ESCAPES[found] ?? found);
}

/**
 * All identifiers that expressions may use for a property: a reserved word names a field also without being escaped.
 * Empty when there is none.
 */
export function namesOf(property: string): readonly string[] {
  const escaped = escapeName(property);
  if (escaped === undefined) return [];
  return WORDS.has(property) ? [escaped, property] : [escaped];
}
