/** Decodes large protobuf messages in steps. Their small parts are decoded at once: see `readMessage.ts`. */

import type protobuf from "protobufjs/minimal.js";
import { parseInSteps } from "../../../../shared/json/parseInSteps.ts";
import { setMember } from "../../../../shared/json/setMember.ts";
import type { AnyNode, Field, ListNode, MapNode, StructNode, TypeNode } from "../../../../shared/schema/typeNode.ts";
import { isTurnDue, isTurnOver, type Steps } from "../../../../shared/steps.ts";
import { DecodeError } from "../../../ground/formats/wording/decodeError.ts";
import { emitStruct, zeroValue } from "../../schema/output.ts";
import { BYTES, MAX_DEPTH, protoPlan } from "./plan.ts";
import {
  checkEnd,
  checkWire,
  foundOfAny,
  isPacked,
  messageEnd,
  nextKey,
  notJson,
  partOfAny,
  rawText,
  readScalarOfAny,
  readTagged,
  readValue,
  takeStruct,
  valueOfAny,
} from "./readMessage.ts";

type JsonRecord = Record<string, unknown>;
type Reader = protobuf.Reader;

/** Parts larger than this, in bytes, are read in steps. */
export const LARGE = 16 * 1024;

/** @param end position of the end of the message */
export function* readLargeStruct(reader: Reader, end: number, node: StructNode, depth: number): Steps<JsonRecord> {
  const values: JsonRecord = {};
  yield* readFields(reader, end, node, values, depth);
  return emitStruct(node, values);
}

function* readFields(reader: Reader, end: number, node: StructNode, values: JsonRecord, depth: number): Steps<void> {
  if (depth > MAX_DEPTH) throw new DecodeError("exceeded max depth");
  const { byTag } = protoPlan(node);
  while (reader.pos < end) {
    if (isTurnDue()) yield;
    const key = nextKey(reader);
    const wire = key & 7;
    const field = byTag.get(key >>> 3);
    if (field === undefined || !isLarge(reader, wire)) {
      readTagged(reader, wire, field, values, depth);
    } else if (field.protoOnly && field.type.kind === "struct") {
      yield* readFields(reader, messageEnd(reader), field.type, values, depth + 1);
    } else {
      checkWire(wire, field);
      yield* readField(reader, wire, field, values, depth);
    }
  }
  checkEnd(reader, end);
}

/** Whether the next value is so large that it is read in steps. */
function isLarge(reader: Reader, wire: number): boolean {
  if (wire !== BYTES) return false;
  const { pos } = reader;
  const length = reader.uint32();
  reader.pos = pos;
  return length > LARGE;
}

function* readField(reader: Reader, wire: number, field: Field, values: JsonRecord, depth: number): Steps<void> {
  const { name, type } = field;
  if (type.kind === "list") {
    values[name] ??= [];
    yield* readItems(reader, wire, type, values[name] as unknown[], depth);
  } else if (type.kind === "map") {
    const [key, value] = yield* readEntry(reader, type, depth);
    values[name] ??= {};
    setMember(values[name] as JsonRecord, key, value);
  } else {
    values[name] = yield* readLargeValue(reader, type, depth);
  }
}

/** One item of a list, or all items of a wrapper or of packed numbers. */
function* readItems(reader: Reader, wire: number, type: ListNode, list: unknown[], depth: number): Steps<void> {
  const { items } = type;
  const packed = isPacked(wire, type);
  if (type.wrapper === undefined && !packed) {
    list.push((yield* readLargeValue(reader, items, depth)) ?? zeroValue(items));
    return;
  }
  const end = messageEnd(reader);
  while (reader.pos < end) {
    if (isTurnDue()) yield;
    const key = packed ? 0 : nextKey(reader);
    if (packed) list.push(readValue(reader, items, depth));
    else if (key >>> 3 === 1) list.push(yield* readPart(reader, key & 7, items, depth));
    else reader.skipType(key & 7);
  }
  checkEnd(reader, end);
}

function* readEntry(reader: Reader, { values }: MapNode, depth: number): Steps<[string, unknown]> {
  let name = "";
  let value: unknown;
  const end = messageEnd(reader);
  while (reader.pos < end) {
    if (isTurnDue()) yield;
    const key = nextKey(reader);
    if (key >>> 3 === 1) name = reader.string();
    else if (key >>> 3 === 2) value = yield* readPart(reader, key & 7, values, depth);
    else reader.skipType(key & 7);
  }
  checkEnd(reader, end);
  return [name, value ?? zeroValue(values)];
}

function* readPart(reader: Reader, wire: number, type: TypeNode, depth: number): Steps<unknown> {
  return isLarge(reader, wire) ? yield* readLargeValue(reader, type, depth) : readValue(reader, type, depth);
}

function* readLargeValue(reader: Reader, type: TypeNode, depth: number): Steps<unknown> {
  switch (type.kind) {
    case "struct":
      return yield* readLargeStruct(reader, messageEnd(reader), type, depth + 1);
    case "any":
      return yield* readAny(reader, messageEnd(reader), type, depth + 1);
    case "list": {
      const list: unknown[] = [];
      yield* readItems(reader, BYTES, type, list, depth);
      return list;
    }
    default:
      return readValue(reader, type, depth);
  }
}

function* readAny(reader: Reader, end: number, type: AnyNode, depth: number): Steps<unknown> {
  const found = foundOfAny();
  while (reader.pos < end) {
    if (isTurnDue()) yield;
    const key = nextKey(reader);
    const part = partOfAny(type, key >>> 3);
    if (part === undefined) reader.skipType(key & 7);
    else if (part === "json") found.value = yield* parseRaw(reader.bytes());
    else if (part === "text" || part === "bool") readScalarOfAny(reader, part, found);
    else {
      const struct = (yield* readPart(reader, key & 7, type.schema as StructNode, depth - 1)) as JsonRecord;
      takeStruct(part, found, struct);
    }
  }
  checkEnd(reader, end);
  return valueOfAny(type, found);
}

function* parseRaw(bytes: Uint8Array): Steps<unknown> {
  const text = rawText(bytes);
  if (isTurnOver()) yield;
  try {
    return text === "" ? undefined : yield* parseInSteps(text);
  } catch {
    throw notJson();
  }
}
