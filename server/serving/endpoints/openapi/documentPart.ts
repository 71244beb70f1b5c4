/** Documents composed of parts; each part is encoded once and may be used in several documents. */
import { parseJson } from "../../../../shared/json/parseJson.ts";
import { stringifyJson } from "../../../../shared/json/stringifyJson.ts";
import type { Json } from "../../../../shared/object.ts";
import { encodeMember, type Messages, memberHead } from "../../../model/schema/openapi/gnosticEncoder.ts";

/** A member of an object in a document: encoded as a whole, or composed of other members. */
export type Part = Leaf | Group;

/** A member that is encoded as a whole, in each encoding on first request. */
export class Leaf {
  readonly name: string;
  /** `"name":value`. */
  readonly json: Uint8Array;
  readonly #messages: Messages;
  readonly #type: string;
  #binary: Uint8Array | undefined;

  /** @param type the binary message that contains the member */
  constructor(messages: Messages, type: string, name: string, value: Json) {
    this.name = name;
    this.json = Buffer.from(`${JSON.stringify(name)}:${stringifyJson(value)}`);
    this.#messages = messages;
    this.#type = type;
  }

  /** The member as a field of the binary message. */
  get binary(): Uint8Array {
    // The value is parsed again from its text, because the text takes less memory than the value's sources.
    this.#binary ??= encodeMember(this.#messages, this.#type, this.name, this.value());
    return this.#binary;
  }

  /** The value itself. */
  value(): Json {
    const object = parseJson(`{${Buffer.from(this.json).toString()}}`) as Record<string, Json>;
    return object[this.name] as Json;
  }
}

/** A member that is an object composed of other members, in order. */
export interface Group {
  readonly name: string;
  readonly members: readonly Part[];
  /** The header of the binary message's field for this member. */
  head(size: number): Uint8Array;
}

/** @param type the binary message that contains the member */
export const group = (messages: Messages, type: string, name: string, members: readonly Part[]): Group => ({
  name,
  members,
  head: (size) => memberHead(messages, type, name, size),
});

const isLeaf = (part: Part): part is Leaf => part instanceof Leaf;

/** The JSON chunks of an object with these members. */
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

/** The binary chunks of a message with these members. */
export function* binaryOf(members: readonly Part[]): Generator<Uint8Array> {
  for (const part of members) {
    if (isLeaf(part)) yield part.binary;
    else {
      yield part.head(sizeOf(part.members));
      yield* binaryOf(part.members);
    }
  }
}

/** Bytes of a message; every leaf is already encoded, so this only adds up sizes. */
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
