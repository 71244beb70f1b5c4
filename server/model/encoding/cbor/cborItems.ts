/** Encodings of objects that are made once and put into many answers: alone, in lists, in the events of watches. */
import type { ApiObject } from "../../../../shared/object.ts";
import type { StructNode, TypeNode } from "../../../../shared/schema/typeNode.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { CborWriter, MAJOR } from "./cborWriter.ts";
import { cborInSteps, encodeCbor, SELF_DESCRIBED, writeCbor } from "./encodeCbor.ts";

/** One object without the tag that starts a message, kind and apiVersion first, so that a list can cut them off. */
export function cborItem(object: ApiObject, type?: StructNode): Steps<Buffer> {
  const { kind, apiVersion, ...rest } = object;
  return cborInSteps({ kind, apiVersion, ...rest }, type);
}

/** The message that holds one item. */
export const cborMessage = (item: Uint8Array): Uint8Array[] => [SELF_DESCRIBED, item];

/**
 * A list of objects from the encodings of its items, which are never copied or parsed.
 * @param encode gives the item of {@link cborItem} for an object
 * @param bareType of items that are to be without their kind and apiVersion
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
 * The message that holds a list, up to its first item.
 * @param head its members before the items
 * @param member the last member, which holds the items
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

/** One event of a watch: type, and an object that is a message by itself. */
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

/** Bytes of the members kind and apiVersion. */
function typePrefixLength(kind: string, apiVersion: string): number {
  const writer = new CborWriter();
  for (const text of ["kind", kind, "apiVersion", apiVersion]) writer.string(text);
  return writer.finish().length;
}

/** No built-in type has more members than a map's one-byte head can count. */
function withoutType(item: Uint8Array, prefix: number): [Uint8Array, Uint8Array] {
  return [Uint8Array.of((item[0] ?? 0) - 2), item.subarray(1 + prefix)];
}
