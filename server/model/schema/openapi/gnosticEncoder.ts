/**
 * Writes OpenAPI documents in the binary form of the gnostic project (`application/com.github.proto-openapi.spec.…`).
 * The field numbers are data: see gnosticV2.ts and gnosticV3.ts. Every value is visited once and every byte written
 * once, so the cost is linear; a document can be encoded member by member.
 */
import protobuf from "protobufjs/minimal.js";
import { stringifyJson } from "../../../../shared/json/stringifyJson.ts";
import type { Json, JsonObject } from "../../../../shared/object.ts";

/** The field numbers of one message. */
export type Message = StructMessage | MapMessage | ChoiceMessage | WrapMessage;

/**
 * JSON members to fields, written as `number`, `number:Type` or `number*:Type` (a list). Types: text, bool, int,
 * double, Any, or a message.
 */
export interface StructMessage {
  readonly form: "struct";
  readonly fields: Readonly<Record<string, string>>;
  /** The number of the field for members that begin with `x-`. */
  readonly extensions?: number;
}

/** A message with arbitrary member names: each becomes an entry {1: name, 2: value}. */
export interface MapMessage {
  readonly form: "map";
  readonly number: number;
  readonly values: string;
  readonly extensions?: number;
  /** Members with a dedicated field, which are not wrapped in an entry. */
  readonly special?: Readonly<Record<string, number>>;
}

/** One of several messages, chosen by the value. */
export interface ChoiceMessage {
  readonly form: "choice";
  /** Undefined leaves the message empty. */
  choose(value: Json): readonly [number: number, type: string] | undefined;
}

/** A message with the value, or each item of a list, as field 1. */
export interface WrapMessage {
  readonly form: "wrap";
  readonly type: string;
}

export type Messages = Readonly<Record<string, Message>>;

/** Encodes a document. Members that are not in the tables are omitted, because the binary form cannot express them. */
export function encodeGnostic(messages: Messages, document: JsonObject): Uint8Array {
  const writer = protobuf.Writer.create();
  writeMessage(writer, messages, "Document", document);
  return writer.finish();
}

/** Encodes one member of a message: the message consists of the concatenated bytes of all members. */
export function encodeMember(messages: Messages, type: string, name: string, value: Json): Uint8Array {
  const writer = protobuf.Writer.create();
  writeMember(writer, messages, messageOf(messages, type), name, value);
  return writer.finish();
}

/**
 * The bytes before the content of a member that is itself a message.
 * @param size bytes of the content
 * @throws Error when the tables have no such member of a struct message
 */
export function memberHead(messages: Messages, type: string, name: string, size: number): Uint8Array {
  const message = messageOf(messages, type);
  const spec = message.form === "struct" ? message.fields[name] : undefined;
  if (spec === undefined) throw new Error(`${type} has no member ${name}`);
  return protobuf.Writer.create()
    .uint32(tag(fieldOf(spec).number, BYTES))
    .uint32(size)
    .finish();
}

type Writer = protobuf.Writer;

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const tag = (number: number, wire: number): number => ((number << 3) | wire) >>> 0;

function messageOf(messages: Messages, type: string): Message {
  const message = messages[type];
  if (message === undefined) throw new Error(`there is no message ${type}`);
  return message;
}

function writeMessage(writer: Writer, messages: Messages, type: string, value: Json): void {
  const message = messageOf(messages, type);
  if (message.form === "choice") {
    const chosen = message.choose(value);
    if (chosen !== undefined) writeField(writer, messages, ...chosen, value);
  } else if (message.form === "wrap") {
    for (const item of Array.isArray(value) ? value : [value]) writeField(writer, messages, 1, message.type, item);
  } else {
    const members = value as JsonObject;
    for (const name of Object.keys(members)) writeMember(writer, messages, message, name, members[name] as Json);
  }
}

function writeMember(writer: Writer, messages: Messages, message: Message, name: string, value: Json): void {
  if (message.form === "choice" || message.form === "wrap") throw new Error("the message has no members");
  if (message.extensions !== undefined && name.startsWith("x-")) {
    writeEntry(writer, messages, message.extensions, name, "Any", value);
  } else if (message.form === "map") {
    const special = message.special?.[name];
    if (special === undefined) writeEntry(writer, messages, message.number, name, message.values, value);
    else writeField(writer, messages, special, message.values, value);
  } else if (Object.hasOwn(message.fields, name)) {
    const { number, repeated, type } = fieldOf(message.fields[name] as string);
    for (const single of repeated ? (value as Json[]) : [value]) writeField(writer, messages, number, type, single);
  }
}

function writeEntry(writer: Writer, messages: Messages, number: number, name: string, type: string, value: Json): void {
  writer.uint32(tag(number, BYTES)).fork().uint32(tag(1, BYTES)).string(name);
  writeField(writer, messages, 2, type, value);
  writer.ldelim();
}

function writeField(writer: Writer, messages: Messages, number: number, type: string, value: Json): void {
  switch (type) {
    case "text":
      writer.uint32(tag(number, BYTES)).string(String(value));
      return;
    case "bool":
      writer.uint32(tag(number, VARINT)).bool(value === true);
      return;
    case "int":
      writer.uint32(tag(number, VARINT)).int64(Math.trunc(Number(value)));
      return;
    case "double":
      writer.uint32(tag(number, FIXED64)).double(Number(value));
      return;
    // Free-form values are YAML text in field 2; JSON is valid YAML.
    case "Any":
      writer.uint32(tag(number, BYTES)).fork();
      writer
        .uint32(tag(2, BYTES))
        .string(`${stringifyJson(value)}\n`)
        .ldelim();
      return;
    default:
      writer.uint32(tag(number, BYTES)).fork();
      writeMessage(writer, messages, type, value);
      writer.ldelim();
  }
}

interface GnosticField {
  readonly number: number;
  readonly repeated: boolean;
  readonly type: string;
}

/** Cache of parsed fields by their text; its size is limited by the tables. */
const fields = new Map<string, GnosticField>();

function fieldOf(spec: string): GnosticField {
  let field = fields.get(spec);
  if (field === undefined) {
    const [left = "", type = "text"] = spec.split(":");
    field = { number: Number.parseInt(left, 10), repeated: left.endsWith("*"), type };
    fields.set(spec, field);
  }
  return field;
}
