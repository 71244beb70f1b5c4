/**
 * Decodes small protobuf messages to objects in output form, each at once. For large ones, see `readLargeMessage.ts`.
 */

import type protobuf from "protobufjs/minimal.js";
import { parseJson } from "../../../../shared/json/parseJson.ts";
import { setMember } from "../../../../shared/json/setMember.ts";
import type {
  AnyNode,
  Field,
  ListNode,
  MapNode,
  ScalarNode,
  StructNode,
  TypeNode,
} from "../../../../shared/schema/typeNode.ts";
import { DecodeError } from "../../../ground/formats/wording/decodeError.ts";
import { formatDuration } from "../../../ground/formats/wording/durationText.ts";
import { formatMicroTime, formatTime } from "../../../ground/formats/wording/timeText.ts";
import { newContext } from "../../schema/decodeContext.ts";
import { decodeScalar } from "../../schema/decodeScalar.ts";
import { emitStruct, zeroValue } from "../../schema/output.ts";
import { nestsTooDeeply } from "../nesting.ts";
import { decodeUnknown, hasEnvelope } from "./envelope.ts";
import { BYTES, FIXED32, FIXED64, MAX_DEPTH, protoPlan, VARINT } from "./plan.ts";

type JsonRecord = Record<string, unknown>;
type Reader = protobuf.Reader;

/** @param end position of the end of the message */
export function readStruct(reader: Reader, end: number, node: StructNode, depth: number): JsonRecord {
  const values: JsonRecord = {};
  readFields(reader, end, node, values, depth);
  return emitStruct(node, values);
}

function readFields(reader: Reader, end: number, node: StructNode, values: JsonRecord, depth: number): void {
  if (depth > MAX_DEPTH) throw new DecodeError("exceeded max depth");
  const { byTag } = protoPlan(node);
  each(reader, end, (tag, wire) => readTagged(reader, wire, byTag.get(tag), values, depth));
}

/** Reads one field, whose key was already read. @param field undefined for an unknown one */
export function readTagged(
  reader: Reader,
  wire: number,
  field: Field | undefined,
  values: JsonRecord,
  depth: number,
): void {
  if (field === undefined) {
    reader.skipType(wire);
  } else if (field.protoOnly && field.type.kind === "struct") {
    readFields(reader, messageEnd(reader), field.type, values, depth + 1);
  } else {
    readField(reader, wire, field, values, depth);
  }
}

/** Calls back for each field; the callback must read exactly its value. */
function each(reader: Reader, end: number, visit: (tag: number, wire: number) => void): void {
  while (reader.pos < end) {
    const key = nextKey(reader);
    visit(key >>> 3, key & 7);
  }
  checkEnd(reader, end);
}

/** Reads the number and wire type of the next field. */
export function nextKey(reader: Reader): number {
  const key = reader.uint32();
  if (key >>> 3 === 0) throw new DecodeError(`proto: illegal tag 0 (wire type ${key & 7})`);
  return key;
}

/** @throws DecodeError when the last read went beyond the end of its message */
export function checkEnd(reader: Reader, end: number): void {
  if (reader.pos !== end) throw new DecodeError("unexpected EOF");
}

export function messageEnd(reader: Reader): number {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw new DecodeError("unexpected EOF");
  return end;
}

function readField(reader: Reader, wire: number, field: Field, values: JsonRecord, depth: number): void {
  const { type } = field;
  checkWire(wire, field);
  if (type.kind === "list") {
    values[field.name] ??= [];
    readListItems(reader, wire, type, values[field.name] as unknown[], depth);
  } else if (type.kind === "map") {
    const [key, value] = readEntry(reader, type, depth);
    values[field.name] ??= {};
    setMember(values[field.name] as JsonRecord, key, value);
  } else {
    values[field.name] = readValue(reader, type, depth);
  }
}

/** @throws DecodeError for a field with another wire type than that of its type */
export function checkWire(wire: number, { name, type }: Field): void {
  if (wire !== wireOf(type) && !(type.kind === "list" && wire === wireOf(type.items))) {
    throw new DecodeError(`proto: wrong wireType = ${wire} for field ${name}`);
  }
}

/** The wire type of a type; numbers of a list may also be packed. */
function wireOf(type: TypeNode): number {
  if (type.kind !== "scalar") return BYTES;
  if (type.scalar === "int32" || type.scalar === "int64" || type.scalar === "bool") return VARINT;
  if (type.scalar === "double") return FIXED64;
  return type.scalar === "float" ? FIXED32 : BYTES;
}

function readListItems(reader: Reader, wire: number, type: ListNode, list: unknown[], depth: number): void {
  if (type.wrapper !== undefined) {
    const end = messageEnd(reader);
    each(reader, end, (tag, inner) => {
      if (tag === 1) list.push(readValue(reader, type.items, depth));
      else reader.skipType(inner);
    });
    return;
  }
  if (!isPacked(wire, type)) {
    list.push(readValue(reader, type.items, depth) ?? zeroValue(type.items));
    return;
  }
  const end = messageEnd(reader);
  while (reader.pos < end) list.push(readValue(reader, type.items, depth));
  checkEnd(reader, end);
}

/** Whether a field contains packed numbers. */
export const isPacked = (wire: number, { items }: ListNode): boolean =>
  wire === BYTES && items.kind === "scalar" && ["int32", "int64", "bool"].includes(items.scalar);

function readEntry(reader: Reader, type: MapNode, depth: number): [string, unknown] {
  let key = "";
  let value: unknown;
  each(reader, messageEnd(reader), (tag, wire) => {
    if (tag === 1) key = reader.string();
    else if (tag === 2) value = readValue(reader, type.values, depth);
    else reader.skipType(wire);
  });
  return [key, value ?? zeroValue(type.values)];
}

/** Undefined means the zero time, or an empty free-form value. */
export function readValue(reader: Reader, type: TypeNode, depth: number): unknown {
  switch (type.kind) {
    case "struct":
      return readStruct(reader, messageEnd(reader), type, depth + 1);
    case "scalar":
      return readScalar(reader, type);
    case "any":
      return readAny(reader, messageEnd(reader), type, depth + 1);
    case "list": {
      const list: unknown[] = [];
      readListItems(reader, BYTES, type, list, depth);
      return list;
    }
    case "map":
      throw new DecodeError("a map of maps has no binary form");
  }
}

function readScalar(reader: Reader, type: ScalarNode): unknown {
  switch (type.scalar) {
    case "string":
      return reader.string();
    case "int32":
      return reader.int32();
    case "int64":
      return int64(reader);
    case "bool":
      return reader.bool();
    case "double":
      return reader.double();
    case "float":
      return reader.float();
    case "bytes":
      return Buffer.from(reader.bytes()).toString("base64");
    default:
      return readTextForm(reader, type);
  }
}

/** Returns a bigint only where a double would round the value. */
function int64(reader: Reader): number | bigint {
  const text = String(reader.int64());
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** Reads scalars of JSON that are messages in protobuf: up to two numbers and a text. */
function readTextForm(reader: Reader, type: ScalarNode): unknown {
  // A field may occur many times; only the last occurrence is read.
  const at: { text?: number; numbers: (number | undefined)[] } = { numbers: [] };
  const end = messageEnd(reader);
  const empty = reader.pos === end;
  each(reader, end, (tag, wire) => {
    if (wire === BYTES && (tag === 3 || (tag === 1 && type.scalar === "quantity"))) at.text = reader.pos;
    else if (wire === VARINT && (tag === 1 || tag === 2)) at.numbers[tag - 1] = reader.pos;
    reader.skipType(wire);
  });
  const text = at.text === undefined ? "" : readAt(reader, at.text, () => reader.string());
  const number = (i: number): number => {
    const position = at.numbers[i];
    return position === undefined ? 0 : readAt(reader, position, () => Number(int64(reader)));
  };
  switch (type.scalar) {
    case "quantity":
      return text === "" ? "0" : decodeScalar(type, text, newContext([]));
    case "intOrString":
      return number(0) === 1 ? text : number(1);
    case "duration":
      return formatDuration(BigInt(number(0)));
    case "microTime":
      return empty ? undefined : (formatMicroTime({ seconds: number(0), nanos: number(1) }) ?? undefined);
    default:
      return empty ? undefined : (formatTime({ seconds: number(0), nanos: 0 }) ?? undefined);
  }
}

/** Reads something at another position, and restores the current one. */
function readAt<T>(reader: Reader, position: number, read: () => T): T {
  const back = reader.pos;
  reader.pos = position;
  const value = read();
  reader.pos = back;
  return value;
}

function readAny(reader: Reader, end: number, type: AnyNode, depth: number): unknown {
  const found = foundOfAny();
  each(reader, end, (tag, wire) => {
    const part = partOfAny(type, tag);
    if (part === undefined) reader.skipType(wire);
    else if (part === "json") found.value = parseRaw(reader.bytes());
    else if (part === "text" || part === "bool") readScalarOfAny(reader, part, found);
    else takeStruct(part, found, readStruct(reader, messageEnd(reader), type.schema as StructNode, depth));
  });
  return valueOfAny(type, found);
}

/** The content of a free-form message's field; undefined for an unknown field. */
export function partOfAny(
  { schema, form }: AnyNode,
  tag: number,
): "json" | "struct" | "item" | "text" | "bool" | undefined {
  if (schema === undefined) return tag === 1 ? "json" : undefined;
  if (form === "schemaOrBool") return tag === 1 ? "bool" : tag === 2 ? "struct" : undefined;
  if (tag === 1) return "struct";
  return tag !== 2 ? undefined : form === "schemaOrStringArray" ? "text" : "item";
}

/** The parts of a free-form message that were read so far. */
export interface FoundOfAny {
  value: unknown;
  allowed: boolean;
  readonly list: unknown[];
}

export const foundOfAny = (): FoundOfAny => ({ value: undefined, allowed: false, list: [] });

export function readScalarOfAny(reader: Reader, part: "text" | "bool", found: FoundOfAny): void {
  if (part === "text") found.list.push(reader.string());
  else found.allowed = reader.bool();
}

export function takeStruct(part: "struct" | "item", found: FoundOfAny, value: JsonRecord): void {
  if (part === "item") found.list.push(value);
  else found.value = value;
}

export const valueOfAny = ({ form }: AnyNode, { value, allowed, list }: FoundOfAny): unknown =>
  list.length > 0 ? list : (value ?? (form === "schemaOrBool" ? allowed : undefined));

/** The JSON text of embedded bytes, which are JSON, or JSON in an envelope; empty for none. @throws DecodeError */
export function rawText(bytes: Uint8Array): string {
  const raw = hasEnvelope(bytes) ? decodeUnknown(bytes).raw : bytes;
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("utf8");
  if (nestsTooDeeply(text)) throw new DecodeError("exceeded max depth");
  return text;
}

export const notJson = (): DecodeError => new DecodeError("embedded objects must be JSON");

function parseRaw(bytes: Uint8Array): unknown {
  const text = rawText(bytes);
  try {
    return text === "" ? undefined : parseJson(text);
  } catch {
    throw notJson();
  }
}
