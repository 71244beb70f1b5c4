/** Encodings of objects that are created once and used in many responses: alone, in lists, in watch events. */
import type { ApiObject } from "../../../../shared/object.ts";
import type { StructNode, TypeNode } from "../../../../shared/schema/typeNode.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { CborWriter, MAJOR } from "./cborWriter.ts";
import { cborInSteps, encodeCbor, SELF_DESCRIBED, writeCbor } from "./encodeCbor.ts";

/**
 * One object without the tag at the start of a message, with kind and apiVersion first, so that a list can cut them
 * off.
 */
export function cborItem(object: ApiObject, type?: StructNode): Steps<Buffer> {
  const { kind, apiVersion, ...rest } = object;
  return cborInSteps({ kind, apiVersion, ...rest }, type);
}

/** The message with one item. */
export const cborMessage = (item: Uint8Array): Uint8Array[] => [SELF_DESCRIBED, item];

/**
 * Encodes a list from the encodings of its items, which are never copied or parsed.
 * @param encode returns the encoding of an object by {@link cborItem}
 * @param bareType the type of items whose kind and apiVersion must be removed
 */
export function* cborList<T>(
  head: Readonly<Record<string, unknown>>,
  objects: readonly T[],
  encode: (object: T) => Steps<Uint8Array>,
  bareType?: { readonly kind: string; readonly apiVersion: string },
): Steps<Uint8Array[]> {
  const chunks: Uint8Array[] = [cborListHead(head, "items", objects.length)];
  const prefix = bareType === undefined ? 0 : typePrefixLength(bareType.kind, bareType.apiVersion);
  for (const object of objects) {
    if (isTurnDue()) yield;
    const item = yield* encode(object);
    if (bareType === undefined) {
      chunks.push(item);
      continue;
    }
    const [head, members] = withoutType(item, prefix);
    chunks.push(head, members);
  }
  return chunks;
}

/**
 * The beginning of a list's message, up to its first item.
 * @param head the members before the items
 * @param member the last member, which contains the items
 */
export function cborListHead(head: Readonly<Record<string, unknown>>, member: string, items: number): Buffer {
  const members = Object.entries(head).filter(([, value]) => value !== undefined);
  const writer = new CborWriter();
  writer.raw(SELF_DESCRIBED);
  writer.head(MAJOR.map, members.length + 1);
  for (const [name, value] of members) {
    writer.string(name);
    writer.raw(encodeCbor(value));
  }
  writer.string(member);
  writer.head(MAJOR.array, items);
  return writer.finish();
}

/** One event of a watch: its type, and the object as a separate message. */
export function* cborEvent(type: string, object: Readonly<Record<string, unknown>>, node?: TypeNode): Steps<Buffer> {
  const writer = new CborWriter();
  writer.raw(SELF_DESCRIBED);
  writer.head(MAJOR.map, 2);
  writer.string("type");
  writer.string(type);
  writer.string("object");
  writer.raw(SELF_DESCRIBED);
  yield* writeCbor(writer, object, node);
  return writer.finish();
}

/** The length in bytes of the members kind and apiVersion. */
function typePrefixLength(kind: string, apiVersion: string): number {
  const writer = new CborWriter();
  for (const text of ["kind", kind, "apiVersion", apiVersion]) writer.string(text);
  return writer.finish().length;
}

/** No built-in type has more members than a one-byte head of a map can count. */
function withoutType(item: Uint8Array, prefix: number): [Uint8Array, Uint8Array] {
  return [Uint8Array.of((item[0] ?? 0) - 2), item.subarray(1 + prefix)];
}
