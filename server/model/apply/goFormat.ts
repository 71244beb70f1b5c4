import { JsonNumber } from "../../../shared/json/jsonNumber.ts";
import { sortInSteps } from "../../../shared/sortInSteps.ts";
import { immediately, isTurnDue, type Steps } from "../../../shared/steps.ts";

/**
 * Renders decoded JSON as the reference's runtime prints it in messages. Some of its error messages contain the
 * offending value in that form, and clients show them unchanged.
 */

/**
 * `%v`: `map[a:1 b:[x y]]`, `<nil>`, texts unquoted. In JSON decoded by the reference, whole numbers are integers, all
 * others floats.
 */
export const goValueInSteps = (value: unknown): Steps<string> => format(value, PLAIN);

/** `%#v`: `map[string]interface {}{"a":1}`, texts quoted. */
export const goSyntaxInSteps = (value: unknown): Steps<string> => format(value, SYNTAX);

/** {@link goValueInSteps} in one go. */
export const goValue = immediately(goValueInSteps);
/** {@link goSyntaxInSteps} in one go. */
export const goSyntax = immediately(goSyntaxInSteps);

/** The text around the parts of a value in one of the two forms. */
interface Form {
  readonly nil: string;
  readonly list: readonly [opening: string, closing: string];
  readonly map: readonly [opening: string, closing: string];
  readonly separator: string;
  readonly text: (text: string) => string;
}

const PLAIN: Form = { nil: "<nil>", list: ["[", "]"], map: ["map[", "]"], separator: " ", text: (text) => text };
const SYNTAX: Form = {
  nil: "interface {}(nil)",
  list: ["[]interface {}{", "}"],
  map: ["map[string]interface {}{", "}"],
  separator: ", ",
  text: (text) => JSON.stringify(text),
};

function* format(value: unknown, form: Form): Steps<string> {
  if (isTurnDue()) yield;
  if (value === null || value === undefined) return form.nil;
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : goNumber(value);
  if (typeof value === "string") return form.text(value);
  if (typeof value !== "object") return String(value);
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) parts.push(yield* format(item, form));
  } else {
    const members = value as Readonly<Record<string, unknown>>;
    for (const name of yield* sortInSteps(Object.keys(members)))
      parts.push(`${form.text(name)}:${yield* format(members[name], form)}`);
  }
  const [opening, closing] = Array.isArray(value) ? form.list : form.map;
  return `${opening}${parts.join(form.separator)}${closing}`;
}

/** The Go type of a decoded JSON value. */
export function goTypeName(value: unknown): string {
  if (value === null || value === undefined) return "<nil>";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint" || Number.isInteger(value)) return "int64";
  if (typeof value === "number") return "float64";
  return Array.isArray(value) ? "[]interface {}" : "map[string]interface {}";
}

/** The JSON decoder's name for an unexpected value. */
export function jsonTypeName(value: unknown): string {
  if (typeof value === "boolean") return "bool";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint" || value instanceof JsonNumber) return "number";
  return value === null ? "null" : typeof value;
}

/** Shortest digits; with an exponent of at least two digits for numbers from a million on, and below `10^-4`. */
function goNumber(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}
