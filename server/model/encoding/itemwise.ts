import { printInSteps } from "../../../shared/json/printInSteps.ts";
import { stringifyJson } from "../../../shared/json/stringifyJson.ts";
import type { StructNode } from "../../../shared/schema/typeNode.ts";
import { eachSteps, finished, isTurnDue, isTurnOver, type Steps } from "../../../shared/steps.ts";
import type { Wire } from "./negotiate.ts";
import { encodeInSteps } from "./objectEncoder.ts";
import { protoInSteps } from "./protobuf/encodeProto.ts";

/** A list but for its items. */
export interface ListHead {
  /** Its members before the items. */
  readonly head: Readonly<Record<string, unknown>>;
  /** The member that holds the items: the last one. */
  readonly member: string;
  /** Its type, needed for protobuf. */
  readonly node: StructNode | undefined;
}

/**
 * A list on the wire. Compact JSON and protobuf are made item by item: one is read, encoded and let go before the next one,
 * so that a list of wide objects needs the memory of its bytes and of one object. Other forms, which people rather than
 * programs ask for, hold all items.
 *
 * @param make gives an item as it stands in the list, at once or in steps
 * @returns bytes, or chunks of them
 */
export function* encodeItemwise<T>(
  list: ListHead,
  wire: Wire,
  pretty: boolean,
  items: Iterable<T>,
  make: (item: T) => object | Steps<object>,
): Steps<Buffer | readonly Buffer[]> {
  const { head, member, node } = list;
  if (wire === "json" && !pretty) return yield* jsonItems(list, items, make);
  const type = wire === "protobuf" ? node?.fields.find(({ name }) => name === member)?.type : undefined;
  const itemType = type?.kind === "list" && type.items.kind === "struct" ? type.items : undefined;
  const encoded = yield* eachSteps(items, function* (item) {
    const made = yield* finished(make(item));
    return itemType === undefined ? made : yield* protoInSteps(itemType, made);
  });
  return yield* encodeInSteps({ ...head, [member]: encoded }, wire, pretty, node);
}

/** Characters of JSON that become one chunk of bytes. */
const CHUNK = 64 * 1024;

function* jsonItems<T>(
  { head, member }: ListHead,
  items: Iterable<T>,
  make: (item: T) => object | Steps<object>,
): Steps<readonly Buffer[]> {
  const empty = stringifyJson({ ...head, [member]: [] });
  const chunks: Buffer[] = [];
  let text = empty.slice(0, -2);
  let separator = "";
  for (const item of items) {
    text += separator;
    separator = ",";
    for (const part of yield* printInSteps(yield* finished(make(item)))) {
      text += part;
      if (text.length < CHUNK) continue;
      chunks.push(Buffer.from(text));
      text = "";
      if (isTurnOver()) yield;
    }
    if (isTurnDue()) yield;
  }
  chunks.push(Buffer.from(`${text}]}`));
  return chunks;
}
