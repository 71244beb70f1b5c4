/** Encodes API values to CBOR in the same one of several possible forms as the reference. */
import { encode, Token, Type } from "cborg";
import type { StructNode, TypeNode } from "../../../../shared/schema/typeNode.ts";
import { immediately, isTurnDue, isTurnOver, type Steps } from "../../../../shared/steps.ts";
import { CborWriter, FALSE, MAJOR, NULL, TRUE } from "./cborWriter.ts";
import { isBytes, isFloat, itemType, memberType } from "./typeSteps.ts";

/** The head of tag 55799, which only marks data as CBOR. Every object on the wire starts with it. */
export const SELF_DESCRIBED = Buffer.from([0xd9, 0xd9, 0xf7]);

/** The tag for a byte string whose text form is base64. */
const LATER_BASE64 = 22;
const INT64_LIMIT = 2n ** 63n;

/**
 * Encodes one data item: texts as byte strings, whole numbers as integers, numbers of a floating-point field as the
 * shortest lossless float, bytes as bytes with a tag for base64 in JSON. Members without a value are omitted.
 *
 * @param type the built-in type of the value; undefined for plain JSON
 * @example encodeCbor({ data: { k: "YQ==" } }, schema.definition("api.core.v1.Secret"))
 */
export const encodeCbor = immediately(cborInSteps);

/** {@link encodeCbor} in steps. */
export function* cborInSteps(value: unknown, type?: TypeNode): Steps<Buffer> {
  const writer = new CborWriter();
  yield* writeCbor(writer, value, type);
  return writer.finish();
}

/** An object as a complete message: the item within the tag for CBOR. */
export function* cborObjectInSteps(object: Readonly<Record<string, unknown>>, type?: StructNode): Steps<Buffer> {
  const writer = new CborWriter();
  writer.raw(SELF_DESCRIBED);
  yield* writeCbor(writer, object, type);
  return writer.finish();
}

/** {@link cborObjectInSteps} in one go. */
export const encodeCborObject = immediately(cborObjectInSteps);

/** Writes one data item: see {@link encodeCbor}. */
export function* writeCbor(writer: CborWriter, value: unknown, type: TypeNode | undefined): Steps<void> {
  if (typeof value === "object" && value !== null) yield* writeMembers(writer, value, type);
  else writeScalar(writer, value, type);
}

const writeMembers = (writer: CborWriter, value: object, type: TypeNode | undefined): Steps<void> =>
  Array.isArray(value)
    ? writeArray(writer, value, itemType(type))
    : writeMap(writer, value as Record<string, unknown>, type);

function writeScalar(writer: CborWriter, value: unknown, type: TypeNode | undefined): void {
  switch (typeof value) {
    case "string":
      if (isBytes(type)) writeBytes(writer, value);
      else writer.string(value);
      return;
    case "number":
      writeNumber(writer, value, isFloat(type));
      return;
    case "bigint":
      writeBigInt(writer, value);
      return;
    case "boolean":
      writer.byte(value ? TRUE : FALSE);
      return;
    default:
      writer.byte(NULL);
  }
}

function* writeArray(writer: CborWriter, items: readonly unknown[], type: TypeNode | undefined): Steps<void> {
  writer.head(MAJOR.array, items.length);
  for (const item of items) {
    if (isTurnDue()) yield;
    if (typeof item === "object" && item !== null) yield* writeMembers(writer, item, type);
    else writeScalar(writer, item, type);
  }
}

/** Number of members from which listing an object's names takes long. */
const MANY = 4096;

function* writeMap(
  writer: CborWriter,
  members: Readonly<Record<string, unknown>>,
  type: TypeNode | undefined,
): Steps<void> {
  const names = Object.keys(members);
  if (names.length > MANY && isTurnOver()) yield;
  let count = 0;
  for (const name of names) {
    if (members[name] !== undefined) count += 1;
  }
  writer.head(MAJOR.map, count);
  for (const name of names) {
    if (isTurnDue()) yield;
    const value = members[name];
    if (value === undefined) continue;
    writer.string(name);
    if (typeof value === "object" && value !== null) yield* writeMembers(writer, value, memberType(type, name));
    else writeScalar(writer, value, memberType(type, name));
  }
}

function writeBytes(writer: CborWriter, base64: string): void {
  const bytes = Buffer.from(base64, "base64");
  writer.head(MAJOR.tag, LATER_BASE64);
  writer.head(MAJOR.bytes, bytes.length);
  writer.raw(bytes);
}

/** In JavaScript, whole numbers beyond the safe integers must have been floats before. */
function writeNumber(writer: CborWriter, value: number, float: boolean): void {
  if (float || !Number.isSafeInteger(value)) writer.raw(encode(value, AS_FLOAT));
  else if (value < 0) writer.head(MAJOR.negative, -1 - value);
  else writer.head(MAJOR.unsigned, value);
}

const AS_FLOAT = { typeEncoders: { number: (value: number) => new Token(Type.float, value) } };

function writeBigInt(writer: CborWriter, value: bigint): void {
  if (value >= INT64_LIMIT || value < -INT64_LIMIT) writeNumber(writer, Number(value), true);
  else if (value < 0n) writer.head(MAJOR.negative, -1n - value);
  else writer.head(MAJOR.unsigned, value);
}
