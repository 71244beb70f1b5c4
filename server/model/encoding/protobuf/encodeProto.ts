/** Objects to protobuf, byte for byte as the reference writes them. */

import protobuf from "protobufjs/minimal.js";
import { stringifyJson } from "../../../../shared/json/stringifyJson.ts";
import type {
  AnyNode,
  Field,
  ListNode,
  MapNode,
  ScalarNode,
  StructNode,
  TypeNode,
} from "../../../../shared/schema/typeNode.ts";
import { parseDuration } from "../../../ground/formats/durationText.ts";
import { parseMicroTime, parseTime } from "../../../ground/formats/timeText.ts";
import { BYTES, FIXED32, FIXED64, protoPlan, VARINT } from "./plan.ts";

type JsonRecord = Record<string, unknown>;
type Writer = protobuf.Writer;

/**
 * Encodes an object in output form. Fields that are no pointers are written even when zero; `kind` and `apiVersion` are not
 * written: they travel in the envelope (see `encodeUnknown`).
 *
 * Where the type is free-form, `{raw: Uint8Array}` or a Uint8Array stands for bytes to be embedded as they are; anything
 * else is embedded as JSON.
 *
 * @example encodeProto(schema.definition("api.core.v1.ConfigMap"), { metadata: { name: "a" }, data: { k: "v" } })
 */
export function encodeProto(node: StructNode, object: object): Uint8Array {
  const writer = protobuf.Writer.create();
  writeStruct(writer, node, object as JsonRecord);
  return writer.finish();
}

function writeStruct(writer: Writer, node: StructNode, object: JsonRecord): void {
  for (const field of protoPlan(node).fields) {
    if (field.protoOnly && field.type.kind === "struct")
      message(writer, field, () => writeStruct(writer, field.type as StructNode, object));
    else writeField(writer, field, object[field.name]);
  }
}

/** `body` writes the content of a length-delimited field. */
function message(writer: Writer, field: { readonly tag?: number }, body: () => void): void {
  key(writer, field, BYTES).fork();
  body();
  writer.ldelim();
}

const key = (writer: Writer, field: { readonly tag?: number }, wire: number): Writer =>
  writer.uint32((((field.tag ?? 0) << 3) | wire) >>> 0);

function writeField(writer: Writer, field: Field, value: unknown): void {
  const { type } = field;
  if (value === undefined || value === null) {
    if (!field.pointer && (type.kind === "struct" || type.kind === "scalar" || type.kind === "any")) {
      writeZero(writer, field, type);
    }
    return;
  }
  if (type.kind === "list") writeList(writer, field, type, value as unknown[]);
  else if (type.kind === "map") writeMap(writer, field, type, value as JsonRecord);
  else writeValue(writer, field, type, value);
}

/** Absent values that are no pointers: the zero value, but for bytes, which may be absent in themselves. */
function writeZero(writer: Writer, field: { readonly tag?: number }, type: StructNode | ScalarNode | AnyNode): void {
  if (type.kind === "struct") message(writer, field, () => writeStruct(writer, type, {}));
  else if (type.kind === "any") message(writer, field, () => undefined);
  else if (type.scalar === "time" || type.scalar === "microTime") message(writer, field, () => undefined);
  else if (type.scalar !== "bytes") writeValue(writer, field, type, ZERO[type.scalar]);
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

function writeList(writer: Writer, field: Field, type: ListNode, values: readonly unknown[]): void {
  if (type.wrapper !== undefined) {
    message(writer, field, () => writeItems(writer, type, values));
    return;
  }
  for (const item of values) writeElement(writer, field, type.items, item);
}

/** The content of the message that holds a list of its own. */
function writeItems(writer: Writer, type: ListNode, values: readonly unknown[]): void {
  for (const item of values) writeElement(writer, { tag: 1 }, type.items, item);
}

/** An element is never absent: null stands for zero. */
function writeElement(writer: Writer, field: { readonly tag?: number }, type: TypeNode, value: unknown): void {
  if (type.kind === "list") {
    message(writer, field, () => writeItems(writer, type, (value ?? []) as unknown[]));
  } else if (value !== null && value !== undefined) {
    writeValue(writer, field, type, value);
  } else if (type.kind !== "map") {
    writeZero(writer, field, type);
  }
}

/** A map is a repeated message of key and value, sorted by key. */
function writeMap(writer: Writer, field: Field, type: MapNode, map: JsonRecord): void {
  for (const name of Object.keys(map).sort()) {
    message(writer, field, () => {
      key(writer, { tag: 1 }, BYTES).string(name);
      writeElement(writer, { tag: 2 }, type.values, map[name]);
    });
  }
}

function writeValue(writer: Writer, field: { readonly tag?: number }, type: TypeNode, value: unknown): void {
  if (type.kind === "struct") message(writer, field, () => writeStruct(writer, type, value as JsonRecord));
  else if (type.kind === "any") message(writer, field, () => writeAny(writer, type, value));
  else if (type.kind === "scalar") writeScalar(writer, field, type, value);
}

/** A 64-bit integer in the form that the writer takes without rounding. */
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
      message(writer, field, () => writeTextForm(writer, type, value));
  }
}

/** Scalars of JSON that are messages in protobuf. */
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

function writeAny(writer: Writer, type: AnyNode, value: unknown): void {
  const { schema } = type;
  if (schema === undefined) {
    key(writer, { tag: 1 }, BYTES).bytes(rawBytes(value));
    return;
  }
  const object =
    typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonRecord) : undefined;
  if (type.form === "schemaOrBool") {
    key(writer, { tag: 1 }, VARINT).bool(value !== false);
    if (object !== undefined) message(writer, { tag: 2 }, () => writeStruct(writer, schema, object));
  } else if (object !== undefined) {
    message(writer, { tag: 1 }, () => writeStruct(writer, schema, object));
  } else if (Array.isArray(value)) {
    for (const item of value as unknown[]) {
      if (type.form === "schemaOrArray")
        message(writer, { tag: 2 }, () => writeStruct(writer, schema, item as JsonRecord));
      else key(writer, { tag: 2 }, BYTES).string(String(item));
    }
  }
}

function rawBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  const raw = (value as { raw?: unknown } | null)?.raw;
  return raw instanceof Uint8Array ? raw : Buffer.from(stringifyJson(value));
}
