import type { Json } from "../../../../../shared/object.ts";
import type { Message, Messages } from "../gnosticEncoder.ts";

/**
 * Decodes the binary form to JSON by the same tables: this detects an encoder's framing errors, but not wrong numbers.
 */
export function decodeGnostic(messages: Messages, bytes: Uint8Array): unknown {
  return decodeMessage(messages, "Document", bytes);
}

interface RawField {
  readonly number: number;
  readonly wire: number;
  readonly value: bigint | Uint8Array;
}

/** Splits a message into its fields. @throws Error when it is truncated */
export function rawFields(bytes: Uint8Array): RawField[] {
  const found: RawField[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error("cut short");
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new Error("cut short");
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const key = Number(varint());
    const wire = key & 7;
    const value = wire === 0 ? varint() : take(wire === 1 ? 8 : Number(varint()));
    found.push({ number: key >> 3, wire, value });
  }
  return found;
}

function decodeValue(messages: Messages, type: string, { value }: RawField): unknown {
  if (type === "bool") return value === 1n;
  if (type === "int") return Number(BigInt.asIntN(64, value as bigint));
  const bytes = value as Uint8Array;
  if (type === "text") return Buffer.from(bytes).toString();
  if (type === "double") return Buffer.from(bytes).readDoubleLE();
  if (type === "Any") return JSON.parse(Buffer.from(rawFields(bytes)[0]?.value as Uint8Array).toString());
  return decodeMessage(messages, type, bytes);
}

function decodeMessage(messages: Messages, type: string, bytes: Uint8Array): unknown {
  const message = messages[type] as Message;
  const fields = rawFields(bytes);
  if (message.form === "wrap") {
    const items = fields.map((field) => decodeValue(messages, message.type, field));
    return type === "StringArray" ? items : items[0];
  }
  if (message.form === "choice") {
    const [field] = fields;
    return field === undefined ? {} : decodeValue(messages, choiceType(message, field), field);
  }
  const result: Record<string, unknown> = {};
  for (const field of fields) {
    if (message.form === "map") {
      const [name, value] = rawFields(field.value as Uint8Array);
      const inner = field.number === message.extensions ? "Any" : message.values;
      if (name !== undefined && value !== undefined)
        result[String(decodeValue(messages, "text", name))] = decodeValue(messages, inner, value);
      continue;
    }
    if (field.number === message.extensions) {
      const [name, value] = rawFields(field.value as Uint8Array);
      if (name !== undefined && value !== undefined)
        result[String(decodeValue(messages, "text", name))] = decodeValue(messages, "Any", value);
      continue;
    }
    const entry = Object.entries(message.fields).find(([, spec]) => Number.parseInt(spec, 10) === field.number);
    if (entry === undefined) throw new Error(`${type} has no field ${field.number}`);
    const [name, spec] = entry;
    const value = decodeValue(messages, spec.split(":")[1] ?? "text", field);
    if (spec.includes("*")) result[name] = [...((result[name] as unknown[]) ?? []), value];
    else result[name] = value;
  }
  return result;
}

/** A choice depends on the value; to decode it, compare with the table's choices for samples of each case. */
function choiceType(message: Extract<Message, { form: "choice" }>, field: RawField): string {
  const samples: Json[] = [{}, { $ref: "" }, { in: "body" }, { in: "path" }, { in: "query" }, true, 1, "text"];
  for (const sample of samples) {
    const chosen = message.choose(sample);
    if (chosen?.[0] === field.number) return chosen[1];
  }
  throw new Error(`no case has the number ${field.number}`);
}
