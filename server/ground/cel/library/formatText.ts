/** `'%s is %d'.format([…])`. */
import { CelError, CostLimitError } from "../diagnostics.ts";
import { formatDuration, formatTimestamp } from "../times.ts";
import { type CelValue, Duration, isMap, ListValue, Timestamp, TypeValue, typeName, Uint } from "../values.ts";
import { quote } from "./quote.ts";

const CLAUSE = /%(?:%|(?:\.(\d+))?([a-zA-Z]))/g;
const DEFAULT_PRECISION = 6;
const MAX_PRECISION = 1000;
/** Joined lists take no memory until something reads their elements. */
const MAX_ELEMENTS = 1_000_000;

/** @throws CelError `error during formatting: …` */
export function formatText(format: string, args: ListValue): string {
  let next = 0;
  let read = 0;
  let result = "";
  for (const clause of format.matchAll(CLAUSE)) {
    result += plain(format.slice(read, clause.index));
    read = clause.index + clause[0].length;
    if (clause[0] === "%%") {
      result += "%";
      continue;
    }
    if (next >= args.size) throw failure(`index ${next} out of range`);
    const precision = clause[1] === undefined ? undefined : Number(clause[1]);
    if (precision !== undefined && precision > MAX_PRECISION) throw failure(`precision ${precision} is too large`);
    result += formatOne(clause[2] ?? "", args.at(next), precision);
    next += 1;
  }
  return result + plain(format.slice(read));
}

const failure = (why: string): CelError => new CelError(`error during formatting: ${why}`);

function plain(text: string): string {
  if (!text.includes("%")) return text;
  const after = text.slice(text.indexOf("%") + 1);
  throw after === ""
    ? failure("unexpected end of string")
    : failure(`could not parse formatting clause: unrecognized formatting clause "${after.charAt(0)}"`);
}

function formatOne(verb: string, value: CelValue, precision: number | undefined): string {
  switch (verb) {
    case "s":
      return display(value, false);
    case "d":
      return decimal(value);
    case "f":
      return fixed(numeric("fixed-point", value), precision ?? DEFAULT_PRECISION);
    case "e":
      return scientific(numeric("scientific notation", value), precision ?? DEFAULT_PRECISION);
    case "b":
      return typeof value === "boolean" ? String(Number(value)) : integer("binary", value).toString(2);
    case "o":
      return integer("octal", value).toString(8);
    case "x":
      return hexadecimal(value);
    case "X":
      return hexadecimal(value).toUpperCase();
    default:
      throw failure(`could not parse formatting clause: unrecognized formatting clause "${verb}"`);
  }
}

function display(value: CelValue, nested: boolean): string {
  if (value === null) return "null";
  if (typeof value === "string") return nested ? quote(value) : value;
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value === "number") return fixed(value, DEFAULT_PRECISION);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) {
    const text = new TextDecoder().decode(value);
    return nested ? `b${quote(text)}` : text;
  }
  if (value instanceof Timestamp) return call("timestamp", formatTimestamp(value), nested);
  if (value instanceof Duration) return call("duration", formatDuration(value), nested);
  if (value instanceof TypeValue) return value.name;
  if (value instanceof ListValue && value.size > MAX_ELEMENTS) throw new CostLimitError();
  if (value instanceof ListValue) return `[${[...value.values()].map((item) => display(item, true)).join(", ")}]`;
  if (isMap(value)) {
    const entries = [...value.keys()].map((key) => `${display(key, true)}:${display(value.get(key) ?? null, true)}`);
    return `{${entries.sort().join(", ")}}`;
  }
  throw failure(`could not convert argument to string: ${typeName(value)}`);
}

const call = (name: string, text: string, nested: boolean): string => (nested ? `${name}(${quote(text)})` : text);

function decimal(value: CelValue): string {
  if (value instanceof Uint) return String(value.value);
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return fixed(value, 0);
  throw failure(`decimal clause can only be used on integers, was given ${typeName(value)}`);
}

function integer(what: string, value: CelValue): bigint {
  if (value instanceof Uint) return value.value;
  if (typeof value === "bigint") return value;
  const also = what === "binary" ? "integers and bools" : "integers";
  throw failure(`only ${also} can be formatted as ${what}, was given ${typeName(value)}`);
}

function numeric(what: string, value: CelValue): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Uint) return Number(value.value);
  if (typeof value === "string" && ["NaN", "Infinity", "-Infinity"].includes(value)) return Number(value);
  throw failure(`${what} clause can only be used on doubles, was given ${typeName(value)}`);
}

const special = (value: number): string | undefined =>
  Number.isNaN(value) ? "NaN" : Number.isFinite(value) ? undefined : value > 0 ? "∞" : "-∞";

const fixed = (value: number, precision: number): string => special(value) ?? exactFixed(value, precision);

/** `toFixed` for any size and up to a hundred digits; more digits than a double holds are zeros. */
function exactFixed(value: number, precision: number): string {
  if (Math.abs(value) >= 1e21) return `${BigInt(value)}${precision > 0 ? `.${"0".repeat(precision)}` : ""}`;
  const digits = value.toFixed(Math.min(precision, 100));
  return precision > 100 ? digits + "0".repeat(precision - 100) : digits;
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A mantissa times a power of ten, as the reference prints it: `1.052033 × 10⁰³` with narrow spaces. */
function scientific(value: number, precision: number): string {
  const known = special(value);
  if (known !== undefined) return known;
  const [mantissa = "", exponent = "+0"] = value.toExponential(Math.min(precision, 100)).split("e");
  const digits = exponent
    .slice(1)
    .padStart(2, "0")
    .replace(/\d/g, (digit) => SUPERSCRIPTS.charAt(Number(digit)));
  return `${mantissa}\u202f×\u202f10${exponent.startsWith("-") ? "⁻" : ""}${digits}`;
}

function hexadecimal(value: CelValue): string {
  if (typeof value === "string") return Buffer.from(value).toString("hex");
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (value instanceof Uint) return value.value.toString(16);
  if (typeof value === "bigint") return value.toString(16);
  throw failure(`only integers, byte buffers, and strings can be formatted as hex, was given ${typeName(value)}`);
}
