/** Documents put together from parts, each of which is encoded once and may stand in several documents. */
import { parseJson } from "../../../../shared/json/parseJson.ts";
import { stringifyJson } from "../../../../shared/json/stringifyJson.ts";
import type { Json } from "../../../../shared/object.ts";
import { encodeMember, type Messages, memberHead } from "../../../model/schema/openapi/gnosticEncoder.ts";

/** A member of an object in a document: encoded as a whole, or made of members itself. */
export type Part = Leaf | Group;

/** A member that is encoded as a whole, in each form when it is first asked for. */
export class Leaf {
  readonly name: string;
  /** `"name":value`. */
  readonly json: Uint8Array;
  readonly #messages: Messages;
  readonly #type: string;
  #binary: Uint8Array | undefined;

  /** @param type the binary message that the member is in */
  constructor(messages: Messages, type: string, name: string, value: Json) {
    this.name = name;
    this.json = Buffer.from(`${JSON.stringify(name)}:${stringifyJson(value)}`);
    this.#messages = messages;
    this.#type = type;
  }

  /** The member's field of the binary message. */
  get binary(): Uint8Array {
    // The value is parsed again from its text, which takes less memory than its sources.
    this.#binary ??= encodeMember(this.#messages, this.#type, this.name, this.value());
    return this.#binary;
  }

  /** The value itself. */
  value(): Json {
    const object = parseJson(`{${Buffer.from(this.json).toString()}}`) as Record<string, Json>;
    return object[this.name] as Json;
  }
}

/** A member that is an object of other members, in their order. */
export interface Group {
  readonly name: string;
  readonly members: readonly Part[];
  /** Field of the binary message that the member is. */
  head(size: number): Uint8Array;
}

/** @param type the binary message that the member is in */
export const group = (messages: Messages, type: string, name: string, members: readonly Part[]): Group => ({
  name,
  members,
  head: (size) => memberHead(messages, type, name, size),
});

const isLeaf = (part: Part): part is Leaf => part instanceof Leaf;

/** The chunks of an object with these members as JSON. */
export function* jsonOf(members: readonly Part[]): Generator<Uint8Array> {
  let separator = OPEN;
  for (const part of members) {
    yield separator;
    separator = COMMA;
    if (isLeaf(part)) yield part.json;
    else {
      yield Buffer.from(`${JSON.stringify(part.name)}:`);
      yield* jsonOf(part.members);
    }
  }
  yield members.length === 0 ? EMPTY : CLOSE;
}

const OPEN = Buffer.from("{");
const COMMA = Buffer.from(",");
const CLOSE = Buffer.from("}");
const EMPTY = Buffer.from("{}");

/** The chunks of a message with these members in the binary form. */
export function* binaryOf(members: readonly Part[]): Generator<Uint8Array> {
  for (const part of members) {
    if (isLeaf(part)) yield part.binary;
    else {
      yield part.head(sizeOf(part.members));
      yield* binaryOf(part.members);
    }
  }
}

/** Bytes of a message; every leaf was encoded before, so that this is a sum. */
function sizeOf(members: readonly Part[]): number {
  let size = 0;
  for (const part of members) {
    if (isLeaf(part)) size += part.binary.length;
    else {
      const inner = sizeOf(part.members);
      size += part.head(inner).length + inner;
    }
  }
  return size;
}

/** All members that are encoded as a whole. */
export function* leavesOf(members: readonly Part[]): Generator<Leaf> {
  for (const part of members) {
    if (isLeaf(part)) yield part;
    else yield* leavesOf(part.members);
  }
}
