/**
 * Writes negated bracket expressions of patterns as `[^…]`. The library takes the `!` of `[!…]` for one of the characters
 * in patterns of `case` and `[[ … ]]`, but knows the other form everywhere.
 */
export function negatedBrackets(tree: unknown): void {
  if (typeof tree !== "object" || tree === null) return;
  const node = tree as Record<string, unknown>;
  if (node["type"] === "Glob") node["pattern"] = withCarets(String(node["pattern"]));
  for (const inner of Object.values(node)) negatedBrackets(inner);
}

/**
 * An escaped character, or a whole bracket expression: a `]` right after its beginning is one of its characters. After a
 * bracket that is never closed, no other is: looking for the end of each would take quadratic time.
 */
const PIECES = /\\[\s\S]|\[([!^]?)(\]?(?:\[:\w+:\]|\\[\s\S]|[^\]\\])*\])|\[[\s\S]*/g;

const withCarets = (pattern: string): string =>
  pattern.replace(PIECES, (piece, mark: string | undefined, rest: string) => (mark === "!" ? `[^${rest}` : piece));
