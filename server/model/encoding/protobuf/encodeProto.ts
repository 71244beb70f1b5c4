/** Encodes objects to protobuf, byte for byte as the reference does. */

import protobuf from "protobufjs/minimal.js";
import { stringifyInSteps } from "../../../../shared/json/printInSteps.ts";
import type {
  AnyNode,
  Field,
  ListNode,
  MapNode,
  ScalarNode,
  StructNode,
  TypeNode,
} from "../../../../shared/schema/typeNode.ts";
import { sortInSteps } from "../../../../shared/sortInSteps.ts";
import { immediately, isTurnDue, isTurnOver, type Steps } from "../../../../shared/steps.ts";
import { parseDuration } from "../../../ground/formats/wording/durationText.ts";
import { parseMicroTime, parseTime } from "../../../ground/formats/wording/timeText.ts";
import { BYTES, FIXED32, FIXED64, protoPlan, VARINT } from "./plan.ts";

type JsonRecord = Record<string, unknown>;
type Writer = protobuf.Writer;

/**
 * Encodes an object in output form. Fields that are not pointers are written even when zero. `kind` and `apiVersion`
 * are not written, because they are part of the envelope (see `encodeUnknown`).
 *
 * Where the type is free-form, `{raw: Uint8Array}` or a Uint8Array is embedded as these bytes; anything else is
 * embedded as JSON.
 *
 * @example encodeProto(schema.definition("api.core.v1.ConfigMap"), { metadata: { name: "a" }, data: { k: "v" } })
 */
export function* protoInSteps(node: StructNode, object: object): Steps<Uint8Array> {
  const writer = protobuf.Writer.create();
  yield* writeStruct(writer, node, object as JsonRecord);
  if (isTurnOver()) yield;
  return writer.finish();
}

/** The same in one go. */
export const encodeProto = immediately(protoInSteps);

/** The key and length that precede an encoded struct in a field. */
export const protoKey = (field: { readonly tag?: number }, length: number): Uint8Array =>
  key(protobuf.Writer.create(), field, BYTES).uint32(length).finish();

function* writeStruct(writer: Writer, node: StructNode, object: JsonRecord): Steps<void> {
  if (isTurnDue()) yield;
  for (const field of protoPlan(node).fields) {
    const { type } = field;
    const value = object[field.name];
    const isAbsent = value === undefined || value === null;
    // Most fields are absent or scalars: these are written without steps.
    if (field.protoOnly && type.kind === "struct") yield* message(writer, field, writeStruct(writer, type, object));
    else if (isAbsent && (field.pointer || type.kind === "list" || type.kind === "map")) continue;
    else if (isAbsent && type.kind !== "struct") writeEmpty(writer, field, type as ScalarNode | AnyNode);
    else if (isAbsent) yield* message(writer, field, writeStruct(writer, type as StructNode, {}));
    else if (type.kind === "scalar") writeScalar(writer, field, type, value);
    else if (type.kind === "list") yield* writeList(writer, field, type, value as unknown[]);
    else if (type.kind === "map") yield* writeMap(writer, field, type, value as JsonRecord);
    else yield* writeMessage(writer, field, type, value);
  }
}

/** Writes a length-delimited field. @param content writes its content */
function* message(writer: Writer, field: { readonly tag?: number }, content: Steps<void>): Steps<void> {
  key(writer, field, BYTES).fork();
  yield* content;
  writer.ldelim();
}

const key = (writer: Writer, field: { readonly tag?: number }, wire: number): Writer =>
  writer.uint32((((field.tag ?? 0) << 3) | wire) >>> 0);

/** Writes the zero value of a field that is not a pointer; bytes may be absent instead. */
function writeEmpty(writer: Writer, field: { readonly tag?: number }, type: ScalarNode | AnyNode): void {
  if (type.kind === "any" || type.scalar === "time" || type.scalar === "microTime") {
    key(writer, field, BYTES).fork().ldelim();
  } else if (type.scalar !== "bytes") writeScalar(writer, field, type, ZERO[type.scalar]);
}

const ZERO: Readonly<Record<string, unknown>> = {
  string: "",
  int32: 0,
  int64: 0,
  bool: false,
  double: 0,
  float: 0,
  duration: "0s",
  quantity: "0",
  intOrString: 0,
};

/** In lists longer than this, structs are encoded one by one: joining all their output at the end would take long. */
const LONG_LIST = 64;

function* writeList(writer: Writer, field: Field, type: ListNode, values: readonly unknown[]): Steps<void> {
  if (type.wrapper !== undefined) {
    yield* message(writer, field, writeItems(writer, { tag: 1 }, type, values));
  } else {
    yield* writeItems(writer, field, type, values);
  }
}

/** @param field the field of the items; an item may also be bytes of an already encoded struct */
function* writeItems(
  writer: Writer,
  field: { readonly tag?: number },
  { items }: ListNode,
  values: readonly unknown[],
): Steps<void> {
  const apart = items.kind === "struct" && values.length > LONG_LIST;
  for (const item of values) {
    if (isTurnDue()) yield;
    if (items.kind === "struct" && item instanceof Uint8Array) key(writer, field, BYTES).bytes(item);
    else if (apart) key(writer, field, BYTES).bytes(yield* protoInSteps(items, (item ?? {}) as JsonRecord));
    else yield* writeElement(writer, field, items, item);
  }
}

/** Writes an element, which is never absent: null becomes the zero value. */
function* writeElement(writer: Writer, field: { readonly tag?: number }, type: TypeNode, value: unknown): Steps<void> {
  if (type.kind === "list") {
    yield* message(writer, field, writeItems(writer, { tag: 1 }, type, (value ?? []) as unknown[]));
  } else if (value !== null && value !== undefined) {
    if (type.kind === "scalar") writeScalar(writer, field, type, value);
    else if (type.kind !== "map") yield* writeMessage(writer, field, type, value);
  } else if (type.kind === "struct") {
    yield* message(writer, field, writeStruct(writer, type, {}));
  } else if (type.kind !== "map") writeEmpty(writer, field, type);
}

/** Writes a map as a repeated message of key and value, sorted by key. */
function* writeMap(writer: Writer, field: Field, type: MapNode, map: JsonRecord): Steps<void> {
  if (isTurnOver()) yield;
  for (const name of yield* sortInSteps(Object.keys(map))) {
    if (isTurnDue()) yield;
    key(writer, field, BYTES).fork();
    key(writer, { tag: 1 }, BYTES).string(name);
    yield* writeElement(writer, { tag: 2 }, type.values, map[name]);
    writer.ldelim();
  }
}

const writeMessage = (
  writer: Writer,
  field: { readonly tag?: number },
  type: StructNode | AnyNode,
  value: unknown,
): Steps<void> =>
  message(
    writer,
    field,
    type.kind === "struct" ? writeStruct(writer, type, value as JsonRecord) : writeAny(writer, type, value),
  );

/** A 64-bit integer in the form that the writer accepts without rounding. */
const halves = (value: bigint): { low: number; high: number; unsigned: boolean } => ({
  low: Number(BigInt.asIntN(32, value)),
  high: Number(BigInt.asIntN(32, value >> 32n)),
  unsigned: false,
});

function writeScalar(writer: Writer, field: { readonly tag?: number }, type: ScalarNode, value: unknown): void {
  switch (type.scalar) {
    case "string":
      key(writer, field, BYTES).string(String(value));
      return;
    case "int32":
      key(writer, field, VARINT).int32(Number(value));
      return;
    case "int64":
      key(writer, field, VARINT).int64(typeof value === "bigint" ? halves(value) : Number(value));
      return;
    case "bool":
      key(writer, field, VARINT).bool(value === true);
      return;
    case "double":
      key(writer, field, FIXED64).double(Number(value));
      return;
    case "float":
      key(writer, field, FIXED32).float(Number(value));
      return;
    case "bytes":
      key(writer, field, BYTES).bytes(Buffer.from(String(value), "base64"));
      return;
    default:
      key(writer, field, BYTES).fork();
      writeTextForm(writer, type, value);
      writer.ldelim();
  }
}

/** Writes scalars of JSON that are messages in protobuf. */
function writeTextForm(writer: Writer, type: ScalarNode, value: unknown): void {
  if (type.scalar === "quantity") {
    key(writer, { tag: 1 }, BYTES).string(String(value));
  } else if (type.scalar === "duration") {
    key(writer, { tag: 1 }, VARINT).int64(Number(parseDuration(String(value))));
  } else if (type.scalar === "intOrString") {
    const text = typeof value === "string";
    key(writer, { tag: 1 }, VARINT).int64(text ? 1 : 0);
    key(writer, { tag: 2 }, VARINT).int32(text ? 0 : Number(value));
    key(writer, { tag: 3 }, BYTES).string(text ? value : "");
  } else {
    const micro = type.scalar === "microTime";
    const { seconds, nanos } = (micro ? parseMicroTime : parseTime)(String(value));
    key(writer, { tag: 1 }, VARINT).int64(seconds);
    key(writer, { tag: 2 }, VARINT).int32(micro ? nanos : 0);
  }
}

function* writeAny(writer: Writer, type: AnyNode, value: unknown): Steps<void> {
  const { schema } = type;
  if (schema === undefined) {
    key(writer, { tag: 1 }, BYTES).bytes(yield* rawBytes(value));
    return;
  }
  const object =
    typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonRecord) : undefined;
  if (type.form === "schemaOrBool") {
    key(writer, { tag: 1 }, VARINT).bool(value !== false);
    if (object !== undefined) yield* message(writer, { tag: 2 }, writeStruct(writer, schema, object));
  } else if (object !== undefined) {
    yield* message(writer, { tag: 1 }, writeStruct(writer, schema, object));
  } else if (Array.isArray(value)) {
    for (const item of value as unknown[]) {
      if (type.form === "schemaOrArray")
        yield* message(writer, { tag: 2 }, writeStruct(writer, schema, item as JsonRecord));
      else key(writer, { tag: 2 }, BYTES).string(String(item));
    }
  }
}

function* rawBytes(value: unknown): Steps<Uint8Array> {
  if (value instanceof Uint8Array) return value;
  const raw = (value as { raw?: unknown } | null)?.raw;
  return raw instanceof Uint8Array ? raw : Buffer.from(yield* stringifyInSteps(value));
}
