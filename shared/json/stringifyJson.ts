import { JsonNumber } from "./jsonNumber.ts";

/**
 * Prints a value as JSON, bigints as the integers they are and numbers whose text was kept as they were. As fast as `JSON.stringify` for values without any.
 *
 * @param indent spaces of each level, none for the compact form
 * @throws TypeError for a value that has no JSON form at all, such as undefined
 * @example stringifyJson({ a: 9007199254740993n }) // '{"a":9007199254740993}'
 */
export function stringifyJson(value: unknown, indent = 0): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value, null, indent) as string | undefined;
  } catch (error) {
    if (!(error instanceof TypeError) || !holdsNumberText(value)) throw error;
    text = print(value, " ".repeat(indent), "\n");
  }
  if (text === undefined) throw new TypeError("the value has no JSON form");
  return text;
}

/** Whether a bigint or the text of a number is what `JSON.stringify` stumbled over; a cycle would never end. */
function holdsNumberText(value: unknown, above: readonly unknown[] = []): boolean {
  if (typeof value === "bigint" || value instanceof JsonNumber) return true;
  if (typeof value !== "object" || value === null || above.includes(value)) return false;
  return Object.values(value).some((member) => holdsNumberText(member, [...above, value]));
}

/** @param line the line break with the indentation of the level */
function print(value: unknown, indent: string, line: string): string | undefined {
  if (typeof value === "bigint") return String(value);
  if (value instanceof JsonNumber) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) as string | undefined;
  if (typeof (value as { toJSON?: unknown }).toJSON === "function") return JSON.stringify(value) as string | undefined;
  const inner = line + indent;
  if (Array.isArray(value)) {
    return wrap(
      "[]",
      value.map((item: unknown) => print(item, indent, inner) ?? "null"),
      indent,
      line,
    );
  }
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = print(member, indent, inner);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${indent === "" ? "" : " "}${text}`];
  });
  return wrap("{}", members, indent, line);
}

function wrap(brackets: string, parts: readonly string[], indent: string, line: string): string {
  const [first, last] = brackets;
  if (indent === "" || parts.length === 0) return `${first}${parts.join(",")}${last}`;
  return `${first}${line}${indent}${parts.join(`,${line}${indent}`)}${line}${last}`;
}
