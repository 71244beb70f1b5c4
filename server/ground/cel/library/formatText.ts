/** Implements `'%s is %d'.format([…])`. */
import { quoted } from "../../../../shared/text/quoted.ts";
import { CelError, CostLimitError } from "../diagnostics.ts";
import { formatDuration, formatTimestamp } from "../values/times.ts";
import { type CelValue, Duration, isMap, ListValue, Timestamp, TypeValue, typeName, Uint } from "../values/values.ts";
import { doubleText } from "./doubleText.ts";
import { type Clause, interpolate, unfit, type Verb } from "./formatClauses.ts";
import { grouped, isSpecial, roundedFixed, scientific, special } from "./formatNumbers.ts";

const DEFAULT_PRECISION = 6;
const MAX_PRECISION = 1000;
/** Maximum number of elements: joined lists take no memory until their elements are read. */
const MAX_ELEMENTS = 1_000_000;

/** @throws CelError `error during formatting: …` */
export function formatText(format: string, args: ListValue): string {
  return interpolate(format, {
    size: args.size,
    endFirst: false,
    format: (index, clause) => formatOne(clause, args.at(index)),
  });
}

function formatOne({ verb, precision = DEFAULT_PRECISION }: Clause, value: CelValue): string {
  if (precision > MAX_PRECISION) throw new CelError(`precision ${precision} is too large`);
  switch (verb) {
    case "s":
      return display(value);
    case "d":
      return String(integer(verb, value));
    case "f":
      return special(numeric(verb, value)) ?? grouped(roundedFixed(numeric(verb, value), precision));
    case "e":
      return scientific(numeric(verb, value), precision);
    case "b":
      return typeof value === "boolean" ? String(Number(value)) : integer(verb, value).toString(2);
    case "o":
      return integer(verb, value).toString(8);
    case "x":
      return hexadecimal(value);
    case "X":
      return hexadecimal(value).toUpperCase();
  }
}

/** A value at the top level: converted to a text. */
function display(value: CelValue): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return doubleText(value);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value);
  const shown = nested(value);
  if (shown === undefined) throw unfit("s", typeName(value));
  return shown;
}

/** A value inside of another one: in the syntax of the language. Undefined when it cannot be written. */
function nested(value: CelValue): string | undefined {
  if (value === null) return "null";
  if (typeof value === "string") return quoted(value);
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value === "number") {
    return isSpecial(value) ? quoted(doubleText(value)) : roundedFixed(value, DEFAULT_PRECISION);
  }
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) return `b${quoted(new TextDecoder().decode(value))}`;
  if (value instanceof Timestamp) return `timestamp(${quoted(formatTimestamp(value))})`;
  if (value instanceof Duration) return `duration(${quoted(formatDuration(value))})`;
  if (value instanceof TypeValue) return value.name;
  if (value instanceof ListValue && value.size > MAX_ELEMENTS) throw new CostLimitError();
  if (value instanceof ListValue) return `[${[...value.values()].map(part).join(", ")}]`;
  if (!isMap(value)) return undefined;
  const entries = [...value.keys()].map((key) => [part(key), part(value.get(key) ?? null)] as const);
  entries.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return `{${entries.map((entry) => entry.join(":")).join(", ")}}`;
}

function part(value: CelValue): string {
  const shown = nested(value);
  if (shown === undefined) throw new CelError(`no formatting function for ${typeName(value)}`);
  return shown;
}

function integer(verb: Verb, value: CelValue): bigint {
  if (value instanceof Uint) return value.value;
  if (typeof value === "bigint") return value;
  throw unfit(verb, typeName(value));
}

function numeric(verb: Verb, value: CelValue): number {
  if (typeof value === "number") return value;
  if (typeof value === "string" && ["NaN", "Infinity", "-Infinity"].includes(value)) return Number(value);
  throw unfit(verb, typeName(value));
}

function hexadecimal(value: CelValue): string {
  if (typeof value === "string" || value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  return integer("x", value).toString(16);
}
