/** Protobuf to objects in output form. */

import protobuf from "protobufjs/minimal.js";
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
import { immediately, isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { DecodeError } from "../../../ground/formats/decodeError.ts";
import { formatDuration } from "../../../ground/formats/durationText.ts";
import { formatMicroTime, formatTime } from "../../../ground/formats/timeText.ts";
import { newContext } from "../../schema/decodeContext.ts";
import { decodeScalar } from "../../schema/decodeScalar.ts";
import { emitStruct, zeroValue } from "../../schema/output.ts";
import { decodeUnknown, hasEnvelope } from "./envelope.ts";
import { BYTES, FIXED32, FIXED64, MAX_DEPTH, protoPlan, VARINT } from "./plan.ts";

type JsonRecord = Record<string, unknown>;
type Reader = protobuf.Reader;

/** Messages of more bytes are read in steps. */
const LARGE = 16 * 1024;

/**
 * Decodes bytes into the same form that decoding JSON yields. Unknown field numbers are skipped.
 *
 * @throws DecodeError for bytes that end early, nest too deep, or hold what is no value of its type
 * @example decodeProto(schema.definition("api.core.v1.Pod"), envelope.raw)
 */
export const decodeProto = immediately(decodeProtoInSteps);

/** {@link decodeProto} of bytes that may be many. */
export function* decodeProtoInSteps(node: StructNode, bytes: Uint8Array): Steps<Record<string, unknown>> {
  const reader = protobuf.Reader.create(bytes);
  try {
    return bytes.length <= LARGE
      ? readStruct(reader, bytes.length, node, 0)
      : yield* readLargeStruct(reader, bytes.length, node, 0);
  } catch (error) {
    if (error instanceof DecodeError) throw error;
    throw new DecodeError(error instanceof RangeError ? "unexpected EOF" : `proto: ${(error as Error).message}`);
  }
}

/** @param end position at which the message ends */
function readStruct(reader: Reader, end: number, node: StructNode, depth: number): JsonRecord {
  const values: JsonRecord = {};
  readFields(reader, end, node, values, depth);
  return emitStruct(node, values);
}

function readFields(reader: Reader, end: number, node: StructNode, values: JsonRecord, depth: number): void {
  if (depth > MAX_DEPTH) throw new DecodeError("exceeded max depth");
  const { byTag } = protoPlan(node);
  each(reader, end, (tag, wire) => readTagged(reader, wire, byTag.get(tag), values, depth));
}

function readTagged(reader: Reader, wire: number, field: Field | undefined, values: JsonRecord, depth: number): void {
  if (field === undefined) {
    reader.skipType(wire);
  } else if (field.protoOnly && field.type.kind === "struct") {
    readFields(reader, messageEnd(reader), field.type, values, depth + 1);
  } else {
    readField(reader, wire, field, values, depth);
  }
}

/** {@link readStruct} of a message that is large itself: its fields one after the other, in steps. */
function* readLargeStruct(reader: Reader, end: number, node: StructNode, depth: number): Steps<JsonRecord> {
  const values: JsonRecord = {};
  yield* readLargeFields(reader, end, node, values, depth);
  return emitStruct(node, values);
}

function* readLargeFields(
  reader: Reader,
  end: number,
  node: StructNode,
  values: JsonRecord,
  depth: number,
): Steps<void> {
  if (depth > MAX_DEPTH) throw new DecodeError("exceeded max depth");
  const { byTag } = protoPlan(node);
  while (reader.pos < end) {
    if (isTurnDue()) yield;
    const key = reader.uint32();
    if (key >>> 3 === 0) throw illegalTag(key);
    const wire = key & 7;
    const field = byTag.get(key >>> 3);
    const message = wire === BYTES ? messageOf(field?.type) : undefined;
    if (field === undefined || message === undefined || lengthAhead(reader) <= LARGE) {
      readTagged(reader, wire, field, values, depth);
    } else if (field.protoOnly) {
      yield* readLargeFields(reader, messageEnd(reader), message, values, depth + 1);
    } else {
      const value = yield* readLargeStruct(reader, messageEnd(reader), message, depth + 1);
      if (field.type.kind !== "list") {
        values[field.name] = value;
      } else {
        values[field.name] ??= [];
        (values[field.name] as unknown[]).push(value);
      }
    }
  }
  if (reader.pos !== end) throw new DecodeError("unexpected EOF");
}

/** The type of a field that is a message, or of the items of a list of messages. */
function messageOf(type: TypeNode | undefined): StructNode | undefined {
  const item = type?.kind === "list" && type.wrapper === undefined ? type.items : type;
  return item?.kind === "struct" ? item : undefined;
}

/** How long the message is that comes next. */
function lengthAhead(reader: Reader): number {
  const { pos } = reader;
  const length = reader.uint32();
  reader.pos = pos;
  return length;
}

/** Calls back for each field; the callback reads exactly its value. */
function each(reader: Reader, end: number, visit: (tag: number, wire: number) => void): void {
  while (reader.pos < end) {
    const key = reader.uint32();
    if (key >>> 3 === 0) throw illegalTag(key);
    visit(key >>> 3, key & 7);
  }
  if (reader.pos !== end) throw new DecodeError("unexpected EOF");
}

const illegalTag = (key: number): DecodeError => new DecodeError(`proto: illegal tag 0 (wire type ${key & 7})`);

function messageEnd(reader: Reader): number {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw new DecodeError("unexpected EOF");
  return end;
}

function readField(reader: Reader, wire: number, field: Field, values: JsonRecord, depth: number): void {
  const { type } = field;
  if (wire !== wireOf(type) && !(type.kind === "list" && wire === wireOf(type.items))) {
    throw new DecodeError(`proto: wrong wireType = ${wire} for field ${field.name}`);
  }
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

/** How values of a type travel; numbers of a list may come one by one as well. */
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
  const packed =
    wire === BYTES && type.items.kind === "scalar" && ["int32", "int64", "bool"].includes(type.items.scalar);
  if (!packed) {
    list.push(readValue(reader, type.items, depth) ?? zeroValue(type.items));
    return;
  }
  for (const end = messageEnd(reader); reader.pos < end; ) list.push(readValue(reader, type.items, depth));
}

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

/** Undefined stands for the zero time and for an empty free-form value. */
function readValue(reader: Reader, type: TypeNode, depth: number): unknown {
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

/** A bigint only where a double would round it. */
function int64(reader: Reader): number | bigint {
  const text = String(reader.int64());
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** Scalars of JSON that are messages in protobuf: up to two numbers and a text. */
function readTextForm(reader: Reader, type: ScalarNode): unknown {
  const numbers: [number, number] = [0, 0];
  let text = "";
  const end = messageEnd(reader);
  const empty = reader.pos === end;
  each(reader, end, (tag, wire) => {
    if (wire === BYTES && (tag === 3 || (tag === 1 && type.scalar === "quantity"))) text = reader.string();
    else if (wire === 0 && (tag === 1 || tag === 2)) numbers[tag - 1] = Number(int64(reader));
    else reader.skipType(wire);
  });
  switch (type.scalar) {
    case "quantity":
      return text === "" ? "0" : decodeScalar(type, text, newContext([]));
    case "intOrString":
      return numbers[0] === 1 ? text : numbers[1];
    case "duration":
      return formatDuration(BigInt(numbers[0]));
    case "microTime":
      return empty ? undefined : (formatMicroTime({ seconds: numbers[0], nanos: numbers[1] }) ?? undefined);
    default:
      return empty ? undefined : (formatTime({ seconds: numbers[0], nanos: 0 }) ?? undefined);
  }
}

function readAny(reader: Reader, end: number, type: AnyNode, depth: number): unknown {
  const { schema } = type;
  let value: unknown;
  const list: unknown[] = [];
  each(reader, end, (tag, wire) => {
    const schemaTag = type.form === "schemaOrBool" ? 2 : 1;
    if (schema === undefined && tag === 1) value = parseRaw(reader.bytes());
    else if (schema !== undefined && tag === schemaTag) value = readStruct(reader, messageEnd(reader), schema, depth);
    else if (type.form === "schemaOrBool" && tag === 1) value ??= reader.bool();
    else if (type.form === "schemaOrStringArray" && tag === 2) list.push(reader.string());
    else if (schema !== undefined && tag === 2) list.push(readStruct(reader, messageEnd(reader), schema, depth));
    else reader.skipType(wire);
  });
  if (list.length > 0) return list;
  return value ?? (type.form === "schemaOrBool" ? false : undefined);
}

/** Embedded bytes are JSON, or JSON in an envelope. */
function parseRaw(bytes: Uint8Array): unknown {
  const raw = hasEnvelope(bytes) ? decodeUnknown(bytes).raw : bytes;
  if (raw.length === 0) return undefined;
  try {
    return parseJson(Buffer.from(raw).toString("utf8"));
  } catch {
    throw new DecodeError("embedded objects must be JSON");
  }
}
