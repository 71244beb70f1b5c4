/** Media types with parameters, and the ranges of an Accept header in order of preference. */
export interface MediaType {
  /** `application/json`, lower case. */
  readonly type: string;
  /** Parameters without `q`, names in lower case. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Parses one media type such as `application/json;as=Table;v=v1`.
 * Undefined when it is malformed (no slash, a parameter without a value).
 */
export function parseMediaType(text: string): (MediaType & { readonly quality: number }) | undefined {
  const [typeText = "", ...rest] = text.split(";");
  const type = typeText.trim().toLowerCase();
  if (!/^[^\s/;,]+\/[^\s/;,]+$/.test(type)) return undefined;
  const parameters: Record<string, string> = {};
  let quality = 1;
  for (const part of rest) {
    const equals = part.indexOf("=");
    if (equals < 0) {
      if (part.trim() === "") continue;
      return undefined;
    }
    const name = part.slice(0, equals).trim().toLowerCase();
    const value = part
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/, "$1");
    if (name === "q") {
      const q = Number(value);
      quality = Number.isFinite(q) ? Math.min(Math.max(q, 0), 1) : 1;
    } else {
      parameters[name] = value;
    }
  }
  return { type, parameters, quality };
}

/**
 * The ranges of an Accept header, most wanted first: by quality, then exact types before wildcards, then as written.
 * Malformed ranges are left out.
 */
export function parseAccept(text: string): MediaType[] {
  return text
    .split(",")
    .map(parseMediaType)
    .filter((range) => range !== undefined)
    .map((range, position) => ({ range, position, wildcards: (range.type.match(/\*/g) ?? []).length }))
    .sort((a, b) => b.range.quality - a.range.quality || a.wildcards - b.wildcards || a.position - b.position)
    .map(({ range }) => ({ type: range.type, parameters: range.parameters }));
}
