import { printInSteps } from "../../../shared/json/printInSteps.ts";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import type { StructNode } from "../../../shared/schema/typeNode.ts";
import { finished, isTurnDue, type Steps } from "../../../shared/steps.ts";
import { writeYaml, writeYamlItem } from "../../../shared/yaml/writeYaml.ts";
import { ByteChunks } from "./byteChunks.ts";
import { cborListHead } from "./cbor/cborItems.ts";
import { cborInSteps } from "./cbor/encodeCbor.ts";
import { itemType, memberType } from "./cbor/typeSteps.ts";
import type { Wire } from "./negotiate.ts";
import { protoInSteps, protoKey } from "./protobuf/encodeProto.ts";
import { envelopeAround } from "./protobuf/envelope.ts";

/** A list without its items. */
export interface ListHead {
  /** The members before the items. */
  readonly head: Readonly<Record<string, unknown>>;
  /** The last member, which contains the items. */
  readonly member: string;
  /** The list's type, needed for protobuf. */
  readonly node: StructNode | undefined;
}

/** Returns an item in its form within the list, at once or in steps. */
type Make<T> = (item: T) => object | Steps<object>;

/**
 * Encodes a list item by item: each item is read, encoded and released before the next one. A list of large objects
 * therefore needs memory only for its encoded bytes and one object.
 *
 * @param pretty whether JSON is indented
 * @returns chunks of the bytes
 */
export function encodeItemwise<T>(
  list: ListHead,
  wire: Wire,
  pretty: boolean,
  items: readonly T[],
  make: Make<T>,
): Steps<readonly Uint8Array[]> {
  if (wire === "yaml") return yamlItems(list, items, make);
  if (wire === "cbor") return cborItems(list, items, make);
  const field = list.node?.fields.find(({ name }) => name === list.member);
  const type = field?.type.kind === "list" ? field.type.items : undefined;
  if (wire === "protobuf" && field !== undefined && type?.kind === "struct") {
    return protoItems(list, { ...field, type }, items, make);
  }
  return jsonItems(list, pretty ? INDENT : 0, items, make);
}

/** Spaces per level of indented JSON. */
const INDENT = 2;

function* jsonItems<T>(
  { head, member }: ListHead,
  indent: number,
  items: readonly T[],
  make: Make<T>,
): Steps<readonly Buffer[]> {
  const empty = stringifyJson({ ...head, [member]: [] }, indent);
  const end = empty.lastIndexOf("]");
  /** The line breaks before an item, and before the end of the list. */
  const [inner, outer] = indent === 0 ? ["", ""] : [`\n${" ".repeat(2 * indent)}`, `\n${" ".repeat(indent)}`];
  const chunks = new ByteChunks();
  yield* chunks.add([empty.slice(0, end)]);
  let separator = inner;
  for (const item of items) {
    const parts = yield* printInSteps(yield* finished(make(item)), indent);
    yield* chunks.add([separator]);
    // Line breaks in texts are escaped, so the remaining ones belong to the formatting.
    yield* chunks.add(indent === 0 ? parts : parts.map((part) => part.replaceAll("\n", inner)));
    separator = `,${inner}`;
    if (isTurnDue()) yield;
  }
  yield* chunks.add([`${items.length === 0 ? "" : outer}${empty.slice(end)}${indent === 0 ? "" : "\n"}`]);
  return chunks.finish();
}

/** Members are sorted by name, so some come after the items. */
function* yamlItems<T>({ head, member }: ListHead, items: readonly T[], make: Make<T>): Steps<readonly Buffer[]> {
  const empty = (yield* writeYaml({ ...head, [member]: [] })).join("");
  const noItems = `\n${member}: []\n`;
  const at = empty.indexOf(noItems);
  const chunks = new ByteChunks();
  yield* chunks.add([empty.slice(0, at), items.length === 0 ? noItems : `\n${member}:\n`]);
  for (const item of items) {
    yield* chunks.add(yield* writeYamlItem(yield* finished(make(item))));
    if (isTurnDue()) yield;
  }
  yield* chunks.add([empty.slice(at + noItems.length)]);
  return chunks.finish();
}

function* cborItems<T>({ head, member, node }: ListHead, items: readonly T[], make: Make<T>): Steps<readonly Buffer[]> {
  const type = itemType(memberType(node, member));
  const chunks = [cborListHead(head, member, items.length)];
  for (const item of items) {
    chunks.push(yield* cborInSteps(yield* finished(make(item)), type));
    if (isTurnDue()) yield;
  }
  return chunks;
}

function* protoItems<T>(
  { head, node }: ListHead,
  field: { readonly tag?: number; readonly type: StructNode },
  items: readonly T[],
  make: Make<T>,
): Steps<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [yield* protoInSteps(node as StructNode, head)];
  for (const item of items) {
    const bytes = yield* protoInSteps(field.type, yield* finished(make(item)));
    chunks.push(protoKey(field, bytes.length), bytes);
    if (isTurnDue()) yield;
  }
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const { apiVersion, kind } = head as { readonly apiVersion: string; readonly kind: string };
  const { opening, closing } = envelopeAround({ apiVersion, kind }, length);
  chunks.unshift(opening);
  chunks.push(closing);
  return chunks;
}
