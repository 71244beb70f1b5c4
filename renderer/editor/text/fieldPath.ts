/**
 * Paths of contested fields as servers write them: `.spec.containers[name="web"].image`. Keys are not escaped
 * (`.metadata.labels.example.com/part`), so a path can only be parsed against a value that contains the field.
 */

/** Map keys and list indexes, from the root. */
export type FieldPath = readonly (string | number)[];

/** The text inside a bracket and its length; ignores brackets inside quoted strings. */
function readBracket(text: string): { inner: string; length: number } | undefined {
  let quoted = false;
  for (let i = 1; i < text.length; i += 1) {
    const char = text[i];
    if (quoted && char === "\\") i += 1;
    else if (char === '"') quoted = !quoted;
    else if (char === "]" && !quoted) return { inner: text.slice(1, i), length: i + 1 };
  }
  return undefined;
}

/** How a JSON scalar begins. Errors are costly, so a text that cannot be one is not parsed. */
const SCALAR_START = /^["\d\-tfn]/;

/** A value of a key: JSON, or else the text itself. */
function parseScalar(text: string): unknown {
  if (!SCALAR_START.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Splits `a=1,b="x,y"` at the commas outside of strings. */
function readKeys(inner: string): [string, unknown][] {
  const pairs: [string, unknown][] = [];
  for (let start = 0; ; ) {
    const equals = inner.indexOf("=", start);
    if (equals < 0) return pairs;
    const comma = inner.indexOf(",", endOfString(inner, equals + 1));
    const end = comma < 0 ? inner.length : comma;
    pairs.push([inner.slice(start, equals), parseScalar(inner.slice(equals + 1, end))]);
    start = end + 1;
  }
}

/**
 * The end of the quoted string that begins at a position; the position itself if no string begins there, or if it has
 * no end.
 */
function endOfString(text: string, start: number): number {
  if (text[start] !== '"') return start;
  for (let i = start + 1; i < text.length; i += 1) {
    if (text[i] === "\\") i += 1;
    else if (text[i] === '"') return i + 1;
  }
  return start;
}

function indexFor(list: readonly unknown[], inner: string): number {
  if (/^\d+$/.test(inner)) return Number(inner) < list.length ? Number(inner) : -1;
  if (inner.startsWith("=")) {
    const wanted = parseScalar(inner.slice(1));
    return list.indexOf(wanted);
  }
  const keys = readKeys(inner);
  if (keys.length === 0) return -1;
  return list.findIndex(
    (item) =>
      typeof item === "object" &&
      item !== null &&
      keys.every(([key, wanted]) => (item as Record<string, unknown>)[key] === wanted),
  );
}

/** The map keys that the text may continue with, longest first. */
function candidates(map: object, text: string): string[] {
  return Object.keys(map)
    .filter((key) => {
      if (!text.startsWith(`.${key}`)) return false;
      const next = text[key.length + 1];
      return next === undefined || next === "." || next === "[";
    })
    .sort((a, b) => b.length - a.length);
}

/**
 * Resolves the path `text` inside `value`.
 *
 * @returns undefined if the value has no such field
 * @example resolveFieldPath({spec: {replicas: 3}}, ".spec.replicas") // ["spec", "replicas"]
 */
export function resolveFieldPath(value: unknown, text: string): FieldPath | undefined {
  if (text === "") return [];
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) {
    if (!text.startsWith("[")) return undefined;
    const bracket = readBracket(text);
    if (bracket === undefined) return undefined;
    const index = indexFor(value, bracket.inner);
    if (index < 0) return undefined;
    const rest = resolveFieldPath(value[index], text.slice(bracket.length));
    return rest === undefined ? undefined : [index, ...rest];
  }
  for (const key of candidates(value, text)) {
    const rest = resolveFieldPath((value as Record<string, unknown>)[key], text.slice(key.length + 1));
    if (rest !== undefined) return [key, ...rest];
  }
  return undefined;
}

/** The value at a path, or undefined. */
export function valueAt(value: unknown, path: FieldPath): unknown {
  let current: unknown = value;
  for (const part of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<string | number, unknown>)[part];
  }
  return current;
}
