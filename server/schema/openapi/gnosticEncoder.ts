/**
 * Writes OpenAPI documents in the binary form of the gnostic project (`application/com.github.proto-openapi.spec.…`). Which
 * field has which number is data: see gnosticV2.ts and gnosticV3.ts.
 */
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import type { Json, JsonObject } from "../../../shared/object.ts";

/** Numbers of one message. */
export type Message = StructMessage | MapMessage | ChoiceMessage | WrapMessage;

/** JSON members to fields, written `number`, `number:Type` or `number*:Type` (a list). Types: text, bool, int, double, Any, or a message. */
export interface StructMessage {
  readonly form: "struct";
  readonly fields: Readonly<Record<string, string>>;
  /** Number of the field that takes members beginning with `x-`. */
  readonly extensions?: number;
}

/** Any member names: each becomes an entry {1: name, 2: value}. */
export interface MapMessage {
  readonly form: "map";
  readonly number: number;
  readonly values: string;
  readonly extensions?: number;
  /** Member that has a field of its own, without an entry around it. */
  readonly special?: Readonly<Record<string, number>>;
}

/** One of several messages, told apart by the value. */
export interface ChoiceMessage {
  readonly form: "choice";
  /** Undefined leaves the message empty. */
  choose(value: Json): readonly [number: number, type: string] | undefined;
}

/** The value, or each item of a list, as field 1. */
export interface WrapMessage {
  readonly form: "wrap";
  readonly type: string;
}

export type Messages = Readonly<Record<string, Message>>;

/** Encodes a document. Members that the tables do not know have no place in the binary form and are left out. */
export function encodeGnostic(messages: Messages, document: JsonObject): Uint8Array {
  const encoder = new GnosticEncoder(messages);
  return Buffer.concat(encoder.body("Document", document));
}

class GnosticEncoder {
  readonly #messages: Messages;
  readonly #parsed = new Map<string, { number: number; repeated: boolean; type: string }>();

  constructor(messages: Messages) {
    this.#messages = messages;
  }

  body(type: string, value: Json): Uint8Array[] {
    const message = this.#messages[type];
    if (message === undefined) throw new Error(`there is no message ${type}`);
    switch (message.form) {
      case "struct":
        return this.#struct(message, value as JsonObject);
      case "map":
        return this.#map(message, value as JsonObject);
      case "choice": {
        const chosen = message.choose(value);
        return chosen === undefined ? [] : this.#field(...chosen, value);
      }
      case "wrap":
        return (Array.isArray(value) ? value : [value]).flatMap((item) => this.#field(1, message.type, item));
    }
  }

  #struct(message: StructMessage, value: JsonObject): Uint8Array[] {
    const out: Uint8Array[] = [];
    for (const [name, item] of Object.entries(value)) {
      if (message.extensions !== undefined && name.startsWith("x-")) {
        out.push(...this.#entry(message.extensions, name, "Any", item));
        continue;
      }
      const spec = message.fields[name];
      if (spec === undefined) continue;
      const field = this.#parse(spec);
      const items = field.repeated ? (item as Json[]) : [item];
      for (const single of items) out.push(...this.#field(field.number, field.type, single));
    }
    return out;
  }

  #map(message: MapMessage, value: JsonObject): Uint8Array[] {
    return Object.entries(value).flatMap(([name, item]) => {
      const special = message.special?.[name];
      if (special !== undefined) return this.#field(special, message.values, item);
      return message.extensions !== undefined && name.startsWith("x-")
        ? this.#entry(message.extensions, name, "Any", item)
        : this.#entry(message.number, name, message.values, item);
    });
  }

  #entry(number: number, name: string, type: string, value: Json): Uint8Array[] {
    return bytes(number, [...this.#field(1, "text", name), ...this.#field(2, type, value)]);
  }

  #field(number: number, type: string, value: Json): Uint8Array[] {
    switch (type) {
      case "text":
        return bytes(number, [Buffer.from(String(value))]);
      case "bool":
        return [varint(number << 3), varint(value === true ? 1 : 0)];
      case "int":
        return [varint(number << 3), varint(Number(value))];
      case "double": {
        const buffer = Buffer.alloc(8);
        buffer.writeDoubleLE(Number(value));
        return [varint((number << 3) | 1), buffer];
      }
      // Free values travel as YAML text in field 2; JSON is YAML.
      case "Any":
        return bytes(number, bytes(2, [Buffer.from(`${stringifyJson(value)}\n`)]));
      default:
        return bytes(number, this.body(type, value));
    }
  }

  #parse(spec: string): { number: number; repeated: boolean; type: string } {
    let field = this.#parsed.get(spec);
    if (field === undefined) {
      const [left = "", type = "text"] = spec.split(":");
      field = { number: Number.parseInt(left, 10), repeated: left.endsWith("*"), type };
      this.#parsed.set(spec, field);
    }
    return field;
  }
}

function bytes(number: number, parts: readonly Uint8Array[]): Uint8Array[] {
  const length = parts.reduce((total, part) => total + part.length, 0);
  return [varint((number << 3) | 2), varint(length), ...parts];
}

/** Base-128 digits, lowest first; negative numbers as 64-bit two's complement. */
function varint(value: number): Uint8Array {
  if (value >= 0 && value < 128) return SMALL[value] as Uint8Array;
  const out: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(Math.trunc(value)));
  while (rest > 127n) {
    out.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  out.push(Number(rest));
  return Uint8Array.from(out);
}

const SMALL = Array.from({ length: 128 }, (_, value) => Uint8Array.of(value));
