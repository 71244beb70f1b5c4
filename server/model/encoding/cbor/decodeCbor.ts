/** Decodes CBOR to plain JSON values, as strictly as the reference. */
import { JsonNumber } from "../../../../shared/json/jsonNumber.ts";
import type { TypeNode } from "../../../../shared/schema/typeNode.ts";
import { finished, immediately, isSteps, isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { CborError, TYPE_NAMES } from "./cborError.ts";
import { CborReader } from "./cborReader.ts";
import { readTagged } from "./cborTags.ts";
import { MAJOR } from "./cborWriter.ts";
import { isInteger, itemType, memberType } from "./typeSteps.ts";

/** Maximum nesting depth of arrays, maps and further tags. */
const MAX_NESTING = 64;
/** Maximum number of elements of an array, or pairs of a map. */
const MAX_ELEMENTS = 1024;
const INT64_LIMIT = 2n ** 63n;
/** Attributes for defining `__proto__` as an own property: a plain assignment would set the prototype. */
const OWN = { enumerable: true, configurable: true, writable: true };
/** The depth of the object's own members, such as its kind. */
const TOP = 1;

/**
 * Decodes the single item in the bytes. Byte and text strings both become texts (in base64 where required), integers
 * beyond 2^53 become bigints, and tags without a meaning for JSON are ignored.
 *
 * @param type the expected built-in type, if any: distinguishes bytes from text
 * @throws CborError for bytes that are malformed or nest too deeply, maps that are too large or contain a key twice,
 * integers beyond 64 bits, NaN and infinities, keys that are not strings
 */
export function* decodeCborInSteps(bytes: Uint8Array, type?: TypeNode): Steps<unknown> {
  const reader = new CborReader(bytes);
  const value = yield* readItem(reader, type, 0);
  reader.finish();
  return value;
}

/** {@link decodeCborInSteps} in one go. */
export const decodeCbor = immediately(decodeCborInSteps);

const readItem = (reader: CborReader, type: TypeNode | undefined, depth: number): Steps<unknown> =>
  finished(startItem(reader, type, depth));

/** The value of an item without parts, or the steps that read one with parts. */
function startItem(reader: CborReader, type: TypeNode | undefined, depth: number): unknown {
  switch (reader.peek()) {
    case MAJOR.unsigned:
    case MAJOR.negative:
      return readInteger(reader);
    case MAJOR.bytes:
    case MAJOR.text:
      return reader.isInPieces() ? reader.stringOfPieces() : reader.string();
    case MAJOR.array:
      return readArray(reader, type, deeper(depth));
    case MAJOR.map:
      return readMap(reader, type, deeper(depth));
    case MAJOR.tag:
      return readTag(reader, type, depth);
    default:
      return readSimple(reader, type);
  }
}

/** A float in place of an integer is passed to the type's decoder, which rejects it. */
function readSimple(reader: CborReader, type: TypeNode | undefined): unknown {
  const value = reader.simple();
  const whole = typeof value === "number" && Number.isInteger(value);
  return whole && isInteger(type) ? new JsonNumber(`${BigInt(value)}.0`) : value;
}

function readInteger(reader: CborReader): number | bigint {
  const major = reader.peek();
  const argument = reader.argument() ?? 0;
  const value = major === MAJOR.unsigned ? argument : typeof argument === "bigint" ? -1n - argument : -1 - argument;
  if (value >= INT64_LIMIT || value < -INT64_LIMIT) {
    reader.refuse(
      `cbor: cannot unmarshal ${TYPE_NAMES[major]} into Go value of type int64 (${value} overflows Go's int64)`,
    );
  }
  return Number.isSafeInteger(Number(value)) ? Number(value) : BigInt(value);
}

function* readArray(reader: CborReader, type: TypeNode | undefined, depth: number): Steps<unknown[]> {
  const count = reader.argument();
  checkLength(count, "array");
  const items: unknown[] = [];
  const element = itemType(type);
  while (count === undefined ? !reader.takeBreak() : items.length < count) {
    if (items.length === MAX_ELEMENTS) throw tooMany("array");
    if (isTurnDue()) yield;
    const item = startItem(reader, element, depth);
    items.push(isSteps(item) ? yield* item : item);
  }
  return items;
}

function* readMap(reader: CborReader, type: TypeNode | undefined, depth: number): Steps<Record<string, unknown>> {
  const count = reader.argument();
  checkLength(count, "map");
  const members: Record<string, unknown> = {};
  for (let i = 0; count === undefined ? !reader.takeBreak() : i < count; i++) {
    if (i === MAX_ELEMENTS) throw tooMany("map");
    if (isTurnDue()) yield;
    const name = reader.shortAscii() ?? (yield* readName(reader, depth));
    if (Object.hasOwn(members, name)) {
      reader.refuse(`cbor: found duplicate map key "${name}" at map element index ${i}`, depth > TOP);
    }
    const item = startItem(reader, memberType(type, name), depth);
    const value = isSteps(item) ? yield* item : item;
    if (name === "__proto__") Object.defineProperty(members, name, { value, ...OWN });
    else members[name] = value;
  }
  return members;
}

function* readName(reader: CborReader, depth: number): Steps<string> {
  const major = reader.peek();
  if (major === MAJOR.bytes || major === MAJOR.text) return (yield* readItem(reader, undefined, depth)) as string;
  yield* readItem(reader, undefined, depth);
  const name = TYPE_NAMES[major];
  reader.refuse(
    `cbor: cannot unmarshal ${name} into Go value of type string (map key is of type ${name} and cannot be used to match struct field name)`,
    depth > TOP,
  );
  return "";
}

/** Nested tags count as nesting, except for the outermost one. */
function readTag(reader: CborReader, type: TypeNode | undefined, depth: number): Steps<unknown> {
  const tag = reader.argument() ?? 0;
  const inner = reader.peek() === MAJOR.tag ? deeper(depth) : depth;
  return readTagged(reader, tag, type, () => readItem(reader, type, inner));
}

function deeper(depth: number): number {
  if (depth === MAX_NESTING) throw new CborError(`cbor: exceeded max nested level ${MAX_NESTING}`);
  return depth + 1;
}

function checkLength(count: number | bigint | undefined, collection: "array" | "map"): void {
  if (count === undefined || count <= MAX_ELEMENTS) return;
  if (count >= INT64_LIMIT) {
    throw new CborError(`cbor: ${collection} length ${count} is too large, it would cause integer overflow`);
  }
  throw tooMany(collection);
}

const tooMany = (collection: "array" | "map"): CborError =>
  new CborError(
    `cbor: exceeded max number of ${collection === "array" ? "elements" : "key-value pairs"} ${MAX_ELEMENTS} for CBOR ${collection}`,
  );
