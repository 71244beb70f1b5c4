/** Converts JSON to values, by their declared types. Containers become views: nothing is copied. */

import { CelError } from "../diagnostics.ts";
import type { CelType, ObjectField } from "../types/celType.ts";
import { parseDuration, parseTimestamp } from "./times.ts";
import {
  type CelValue,
  type Convert,
  Duration,
  EntryMap,
  ListValue,
  ObjectValue,
  OpaqueValue,
  OptionalValue,
  RecordMap,
  Timestamp,
  TypeValue,
  Uint,
} from "./values.ts";

const isRecord = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === "object" && raw !== null && !Array.isArray(raw);

const converters = new WeakMap<CelType, Convert>();

/** Returns the function that converts JSON to values of a type; the same function for the same type. */
function converterFor(type: CelType): Convert {
  let convert = converters.get(type);
  if (convert === undefined) {
    convert = makeConverter(type);
    converters.set(type, convert);
  }
  return convert;
}

/** Converts one value. @throws CelError when the JSON does not match the type */
export const fromJson = (raw: unknown, type: CelType): CelValue => converterFor(type)(raw);

function makeConverter(type: CelType): Convert {
  switch (type.kind) {
    case "int":
      return (raw) => (typeof raw === "number" && Number.isInteger(raw) ? BigInt(raw) : dynamic(raw));
    case "uint":
      return (raw) => (typeof raw === "number" || typeof raw === "bigint" ? new Uint(BigInt(raw)) : dynamic(raw));
    case "double":
      return (raw) => (typeof raw === "bigint" ? Number(raw) : typeof raw === "number" ? raw : dynamic(raw));
    case "bytes":
      return (raw) => (typeof raw === "string" ? decodeBase64(raw) : dynamic(raw));
    case "timestamp":
      return (raw) => (typeof raw === "string" ? timestampOf(raw) : dynamic(raw));
    case "duration":
      return (raw) => (typeof raw === "string" ? durationOf(raw) : dynamic(raw));
    case "list": {
      const { semantics } = type;
      return (raw) => (Array.isArray(raw) ? new ListValue(raw, converterFor(type.element), semantics) : dynamic(raw));
    }
    case "map":
      return (raw) => (isRecord(raw) && isPlain(raw) ? new RecordMap(raw, converterFor(type.value)) : dynamic(raw));
    case "object": {
      const { name, fields } = type;
      const names = (): Iterable<string> => fields.keys();
      const declared = new Set(Array.from(fields.values(), ({ json }) => json));
      const isDeclared = (json: string): boolean => declared.has(json);
      const read = memberReader(fields);
      return (raw) =>
        isRecord(raw) && isPlain(raw) ? new ObjectValue(name, raw, read, names, isDeclared) : dynamic(raw);
    }
    default:
      return dynamic;
  }
}

/** Reads a declared member. One that is null is absent, unlike in maps and lists. */
const memberReader =
  (fields: ReadonlyMap<string, ObjectField>) =>
  (name: string, raw: Readonly<Record<string, unknown>>): CelValue | undefined => {
    const field = fields.get(name);
    if (field === undefined || !Object.hasOwn(raw, field.json)) return undefined;
    const found = raw[field.json];
    return found === undefined || found === null ? undefined : converterFor(field.type)(found);
  };

function isPlain(raw: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(raw);
  return prototype === null || prototype === Object.prototype;
}

/** Converts JSON without a declared type: whole numbers become int. CEL values are returned unchanged. */
export function dynamic(raw: unknown): CelValue {
  switch (typeof raw) {
    case "string":
    case "boolean":
    case "bigint":
      return raw;
    case "number":
      return Number.isSafeInteger(raw) ? BigInt(raw) : raw;
    case "object":
      if (raw === null) return null;
      if (Array.isArray(raw)) return new ListValue(raw, dynamic);
      if (isValue(raw)) return raw;
      if (isRecord(raw) && isPlain(raw)) return new RecordMap(raw, dynamic);
  }
  throw new CelError("unsupported conversion to value");
}

const CLASSES = [ListValue, EntryMap, RecordMap, ObjectValue, Uint8Array, Uint, Timestamp, Duration, OpaqueValue];
const isValue = (raw: object): raw is Exclude<CelValue, null | string | number | bigint | boolean> =>
  CLASSES.some((each) => raw instanceof each) || raw instanceof OptionalValue || raw instanceof TypeValue;

function decodeBase64(text: string): Uint8Array {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) {
    throw new CelError(`byte format string is not valid base64`);
  }
  return new Uint8Array(Buffer.from(text, "base64"));
}

function timestampOf(text: string): Timestamp {
  const found = parseTimestamp(text) ?? parseTimestamp(`${text}T00:00:00Z`);
  if (found === undefined) throw new CelError(`failed to convert ${JSON.stringify(text)} to a timestamp`);
  return found;
}

function durationOf(text: string): Duration {
  const found = parseDuration(text);
  if (found === undefined) throw new CelError(`failed to convert ${JSON.stringify(text)} to a duration`);
  return found;
}
