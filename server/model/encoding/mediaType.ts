import { trimEndOf } from "../../../shared/text/trimEnd.ts";

/** Media types with parameters, and the ranges of an Accept header in order of preference. */
export interface MediaType {
  /** `application/json`. */
  readonly type: string;
  /** Parameters without `q`. */
  readonly parameters: Readonly<Record<string, string>>;
}

const SPACES = "[\\t\\n\\v\\f\\r ]*";
const TOKEN = "[!#$%&'*+.0-9A-Z^_`a-z{|}~-]+";
const TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`);
const SPECIAL = '[()<>@,;:"\\\\/[\\]?=]';
const QUOTED = `"(?:\\\\${SPECIAL}|\\\\(?!${SPECIAL})|[^"\\\\\\r\\n])*"`;
const PARAMETER = new RegExp(`^${SPACES};${SPACES}(${TOKEN})${SPACES}=${SPACES}(${TOKEN}|${QUOTED})`);
const ESCAPED = new RegExp(`\\\\(${SPECIAL})`, "g");

/**
 * The media type of a content type such as `application/json; charset=utf-8`, in lower case. Undefined when the header
 * is malformed: without a slash, with a parameter without a value, an unclosed quote, or two values for a parameter.
 */
export function contentMediaType(text: string): string | undefined {
  const [typeText = ""] = text.split(";", 1);
  const type = typeText.trim().toLowerCase();
  if (!TYPE.test(type)) return undefined;
  const values = new Map<string, string>();
  let rest = text.slice(typeText.length);
  while (!/^\s*(;\s*)?$/.test(rest)) {
    const [whole, name = "", value = ""] = PARAMETER.exec(rest) ?? [];
    if (whole === undefined) return undefined;
    const plain = unquoted(value);
    if ((values.get(name.toLowerCase()) ?? plain) !== plain) return undefined;
    values.set(name.toLowerCase(), plain);
    rest = rest.slice(whole.length);
  }
  return type;
}

const unquoted = (value: string): string => (value.startsWith('"') ? value.slice(1, -1).replace(ESCAPED, "$1") : value);

interface Range extends MediaType {
  readonly quality: number;
}

/** The reference sorts longer lists of ranges by another algorithm. */
const SHORT = 12;

/**
 * The ranges of an Accept header, most preferred first, by the rules of the reference: case matters; `*` alone means
 * any type; malformed parameters are ignored; an invalid quality counts as 0. Exact types precede wildcards even if
 * their quality is lower. Ranges without a slash, or with several, are dropped.
 */
export function parseAccept(text: string): MediaType[] {
  const ranges = text
    .split(",")
    .map(parseRange)
    .filter((range) => range !== undefined);
  if (ranges.length > SHORT) ranges.sort((a, b) => Number(comesBefore(b, a)) - Number(comesBefore(a, b)));
  else sortByInsertion(ranges);
  return ranges.map(({ type, parameters }) => ({ type, parameters }));
}

function parseRange(text: string): Range | undefined {
  const [typeText = "", ...rest] = text.split(";");
  const parts = typeText.split("/").map(trimSpaces);
  const type = typeText.trim() === "*" ? "*/*" : parts.join("/");
  if (type !== "*/*" && (parts.length !== 2 || parts[1] === "")) return undefined;
  const parameters: Record<string, string> = {};
  let quality = 1;
  for (const part of rest) {
    const [name = "", value = "", ...more] = part.split("=");
    if (value === "" || more.length > 0) continue;
    if (trimSpaces(name) === "q") quality = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : 0;
    else parameters[trimSpaces(name)] = trimSpaces(value);
  }
  return { type, parameters, quality };
}

/** A text without the spaces around it; tabs and line ends stay. */
export const trimSpaces = (text: string): string => trimEndOf(text.replace(/^ +/, ""), " ");

/**
 * This is not a consistent order: of an exact type and a wildcard with a higher quality, each comes before the other.
 */
function comesBefore(a: Range, b: Range): boolean {
  if (a.quality > b.quality) return true;
  const [typeA, subtypeA] = a.type.split("/");
  const [typeB, subtypeB] = b.type.split("/");
  return (typeA !== "*" && typeB === "*") || (subtypeA !== "*" && subtypeB === "*");
}

/**
 * With an inconsistent order, the result depends on which items are compared, so the algorithm must equal the
 * reference's.
 */
function sortByInsertion(ranges: Range[]): void {
  for (let i = 1; i < ranges.length; i++) {
    for (let j = i; j > 0; j--) {
      const [before, after] = [ranges[j - 1] as Range, ranges[j] as Range];
      if (!comesBefore(after, before)) break;
      ranges[j - 1] = after;
      ranges[j] = before;
    }
  }
}
