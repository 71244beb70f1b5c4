import { JsonNumber } from "../../../shared/json/jsonNumber.ts";
/**
 * Renders decoded JSON as the reference's runtime prints it inside messages. Some of its error texts carry the offending
 * value in that form, and clients show them as they are.
 */

/** `%v`: `map[a:1 b:[x y]]`, `<nil>`, texts unquoted. Whole numbers are integers there, all others floats. */
export function goValue(value: unknown): string {
  if (value === null || value === undefined) return "<nil>";
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : goNumber(value);
  if (Array.isArray(value)) return `[${value.map(goValue).join(" ")}]`;
  if (typeof value !== "object") return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, item]) => `${key}:${goValue(item)}`).join(" ")}]`;
}

/** `%#v`: `map[string]interface {}{"a":1}`, texts quoted. */
export function goSyntax(value: unknown): string {
  if (value === null || value === undefined) return "interface {}(nil)";
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : goNumber(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(", ")}}`;
  if (typeof value !== "object") return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[string]interface {}{${entries.map(([key, item]) => `${JSON.stringify(key)}:${goSyntax(item)}`).join(", ")}}`;
}

/** Name of the type that a decoded JSON value has there. */
export function goTypeName(value: unknown): string {
  if (value === null || value === undefined) return "<nil>";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint" || Number.isInteger(value)) return "int64";
  if (typeof value === "number") return "float64";
  return Array.isArray(value) ? "[]interface {}" : "map[string]interface {}";
}

/** What a JSON decoder there calls the value it did not expect. */
export function jsonTypeName(value: unknown): string {
  if (typeof value === "boolean") return "bool";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint" || value instanceof JsonNumber) return "number";
  return value === null ? "null" : typeof value;
}

/** Shortest digits, with an exponent of at least two digits from a million on and below `10^-4`. */
function goNumber(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e6)) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}
