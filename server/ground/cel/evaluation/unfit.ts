/** Errors for values of unsupported types, with the messages of the reference's library. */
import { CelError } from "../diagnostics.ts";
import { doubleText } from "../library/doubleText.ts";
import { OPERATORS } from "../syntax/operators.ts";
import { type CelValue, Duration, OptionalValue, Timestamp, TypeValue, typeName, Uint } from "../values/values.ts";
import { noOverload } from "./run.ts";

const NUMBERS = ["int", "uint", "double"];
const TIMES = ["google.protobuf.Timestamp", "google.protobuf.Duration"];
/** Types that support an operator as its first operand, whatever the type of the second one. */
const ADDABLE = [...NUMBERS, ...TIMES, "string", "bytes", "list"];
const ORDERED = [...NUMBERS, ...TIMES, "string", "bytes", "bool"];
const SIZED = ["string", "bytes", "list", "map"];

const OPERANDS: Readonly<Record<string, readonly string[]>> = {
  [OPERATORS.add]: ADDABLE,
  [OPERATORS.subtract]: [...NUMBERS, ...TIMES],
  [OPERATORS.multiply]: NUMBERS,
  [OPERATORS.divide]: NUMBERS,
  [OPERATORS.modulo]: ["int", "uint"],
  [OPERATORS.negate]: ["int", "double", "bool", "google.protobuf.Duration"],
  [OPERATORS.less]: ORDERED,
  [OPERATORS.lessEquals]: ORDERED,
  [OPERATORS.greater]: ORDERED,
  [OPERATORS.greaterEquals]: ORDERED,
  size: SIZED,
  matches: ["string"],
  getFullYear: TIMES,
  getMonth: TIMES,
  getDayOfYear: TIMES,
  getDayOfMonth: TIMES,
  getDate: TIMES,
  getDayOfWeek: TIMES,
  getHours: TIMES,
  getMinutes: TIMES,
  getSeconds: TIMES,
  getMilliseconds: TIMES,
};
/** Types whose values handle unknown functions themselves, with the general error. */
const ANSWERING = ["string", ...TIMES];
/** Functions that check their arguments themselves. */
const UNGUARDED: ReadonlySet<string> = new Set([
  OPERATORS.not,
  OPERATORS.in,
  OPERATORS.equals,
  OPERATORS.notEquals,
  "contains",
  "startsWith",
  "endsWith",
]);

/** The error when no overload of a function accepts the values. */
export function unfitArguments(name: string, values: readonly CelValue[]): CelError {
  const types = values.map(typeName);
  const [first = ""] = types;
  const known = OPERANDS[name];
  if (UNGUARDED.has(name) || known?.includes(first) === true) return noOverload();
  if (known === undefined) return new CelError(`no such overload: ${name}(${types.join(", ")})`);
  return ANSWERING.includes(first) ? noOverload() : new CelError(`no such overload: ${name}`);
}

/** A value as shown in error messages. */
export function shownValue(value: CelValue): string {
  if (typeof value === "number") return doubleText(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Timestamp || value instanceof Duration) return String(value.nanos);
  return typeof value === "object" && value !== null ? typeName(value) : String(value);
}

/** The error for an invalid list index. */
export function unfitIndex(index: CelValue): CelError {
  const isNumber = typeof index === "number" || typeof index === "bigint" || index instanceof Uint;
  return new CelError(
    isNumber
      ? `unsupported index value ${shownValue(index)} in list`
      : `unsupported index type '${typeName(index)}' in list`,
  );
}

/** The error for a fold over something that is not a list or map. */
export const unfitRange = (value: CelValue): CelError =>
  new CelError(`got '${libraryName(value)}', expected iterable type`);

const LIBRARY_NAMES: Readonly<Record<string, string>> = {
  bool: "types.Bool",
  bytes: "types.Bytes",
  double: "types.Double",
  int: "types.Int",
  null_type: "types.Null",
  string: "types.String",
  uint: "types.Uint",
  "google.protobuf.Duration": "types.Duration",
  "google.protobuf.Timestamp": "types.Timestamp",
};

function libraryName(value: CelValue): string {
  if (value instanceof OptionalValue) return "*types.Optional";
  if (value instanceof TypeValue) return "*types.Type";
  return LIBRARY_NAMES[typeName(value)] ?? typeName(value);
}

/**
 * The error for a value that is marked with a question mark but is not an optional.
 * @param entry the key of an entry, or the name of a field
 */
export function notOptional(value: CelValue, entry?: CelValue): CelError {
  const what = entry === undefined ? "list element" : `entry '${shownValue(entry)}'`;
  return new CelError(`cannot initialize optional ${what} from non-optional value ${shownValue(value)}`);
}

/**
 * The error for an invalid map key; bytes get another message, because the reference's library does not expect them.
 */
export const unfitKey = (key: CelValue): CelError =>
  new CelError(
    key instanceof Uint8Array
      ? "internal error: runtime error: hash of unhashable type types.Bytes"
      : "unsupported key type",
  );
