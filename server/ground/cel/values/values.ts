/**
 * Values during the evaluation of an expression. int is a bigint and double a number, so that they cannot be confused;
 * JSON is wrapped in views that convert members when they are read.
 */

import type { ListSemantics } from "../types/celType.ts";

export class Uint {
  readonly value: bigint;
  constructor(value: bigint) {
    this.value = value;
  }
}

/** A point in time. */
export class Timestamp {
  /** Nanoseconds since 1970 UTC. */
  readonly nanos: bigint;
  /** The offset from UTC in which the timestamp was written, in minutes: conversions to a text keep it. */
  readonly offset: number;
  constructor(nanos: bigint, offset = 0) {
    this.nanos = nanos;
    this.offset = offset;
  }
}

export class Duration {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

export class TypeValue {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A value that may be absent. */
export class OptionalValue {
  readonly value: CelValue | undefined;
  constructor(value: CelValue | undefined) {
    this.value = value;
  }
}
export const NONE = new OptionalValue(undefined);

/** A value of an opaque type of a library. */
export class OpaqueValue {
  /** The name of its type. */
  readonly type: string;
  readonly data: unknown;
  constructor(type: string, data: unknown) {
    this.type = type;
    this.data = data;
  }
}

/** Converts JSON to a value. */
export type Convert = (raw: unknown) => CelValue;

/** A list, possibly a view of a JSON array. */
export class ListValue {
  readonly items: readonly unknown[];
  readonly #convert: Convert | undefined;
  /** How sets and keyed lists of schemas are compared and joined. */
  readonly semantics: ListSemantics | undefined;

  constructor(items: readonly unknown[], convert?: Convert, semantics?: ListSemantics) {
    this.items = items;
    this.#convert = convert;
    this.semantics = semantics;
  }

  get size(): number {
    return this.items.length;
  }

  /** @param i must be within bounds */
  at(i: number): CelValue {
    const item = this.items[i];
    return this.#convert === undefined ? (item as CelValue) : this.#convert(item);
  }

  *values(): Generator<CelValue> {
    for (let i = 0; i < this.size; i++) yield this.at(i);
  }
}

/** A concatenation of two lists, which copies neither. */
export class JoinedList extends ListValue {
  readonly #left: ListValue;
  readonly #right: ListValue;
  readonly #size: number;

  constructor(left: ListValue, right: ListValue) {
    super([]);
    this.#left = left;
    this.#right = right;
    this.#size = left.size + right.size;
  }

  override get size(): number {
    return this.#size;
  }

  override at(i: number): CelValue {
    return i < this.#left.size ? this.#left.at(i) : this.#right.at(i - this.#left.size);
  }
}

/** A list under construction by a fold: the only mutable value. */
export class ListBuilder extends ListValue {
  readonly #target: CelValue[];

  constructor() {
    const target: CelValue[] = [];
    super(target);
    this.#target = target;
  }

  append(more: ListValue): void {
    for (let i = 0; i < more.size; i++) this.#target.push(more.at(i));
  }
}

/** The common interface of maps and objects. */
export interface MapLike {
  readonly size: number;
  /** Undefined when there is no such entry. */
  get(key: CelValue): CelValue | undefined;
  keys(): Iterable<CelValue>;
}

/** A map made by an expression; keys compare by value across number types. */
export class EntryMap implements MapLike {
  readonly #entries = new Map<string, readonly [CelValue, CelValue]>();

  get size(): number {
    return this.#entries.size;
  }

  /** Adds an entry, or replaces an existing one. */
  set(key: CelValue, value: CelValue): void {
    this.#entries.set(keyId(key), [key, value]);
  }

  delete(key: CelValue): void {
    this.#entries.delete(keyId(key));
  }

  get(key: CelValue): CelValue | undefined {
    return this.#entries.get(keyId(key))?.[1];
  }

  *keys(): Generator<CelValue> {
    for (const [key] of this.#entries.values()) yield key;
  }
}

function keyId(key: CelValue): string {
  if (typeof key === "string") return `s${key}`;
  if (key instanceof Uint) return `n${key.value}`;
  if (typeof key === "number") return Number.isInteger(key) ? `n${BigInt(key)}` : `d${key}`;
  return typeof key === "bigint" ? `n${key}` : `o${String(key)}`;
}

/** A view of a JSON object as a map. */
export class RecordMap implements MapLike {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly #convert: Convert;
  #names: readonly string[] | undefined;

  constructor(raw: Readonly<Record<string, unknown>>, convert: Convert) {
    this.raw = raw;
    this.#convert = convert;
  }

  get size(): number {
    return this.keys().length;
  }

  get(key: CelValue): CelValue | undefined {
    if (typeof key !== "string" || !Object.hasOwn(this.raw, key)) return undefined;
    const found = this.raw[key];
    return found === undefined ? undefined : this.#convert(found);
  }

  keys(): readonly string[] {
    this.#names ??= Object.keys(this.raw);
    return this.#names;
  }
}

/** A view of a JSON object of a declared type. */
export class ObjectValue {
  readonly type: string;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly #convert: (name: string, raw: Readonly<Record<string, unknown>>) => CelValue | undefined;
  readonly #names: () => Iterable<string>;
  readonly #isDeclared: (json: string) => boolean;

  /** @param isDeclared whether a member of the JSON can be read in expressions; default: all can */
  constructor(
    type: string,
    raw: Readonly<Record<string, unknown>>,
    convert: (name: string, raw: Readonly<Record<string, unknown>>) => CelValue | undefined,
    names: () => Iterable<string>,
    isDeclared: (json: string) => boolean = () => true,
  ) {
    this.type = type;
    this.raw = raw;
    this.#convert = convert;
    this.#names = names;
    this.#isDeclared = isDeclared;
  }

  /** @param name the member's name in expressions; returns undefined when the member is not set */
  get(name: string): CelValue | undefined {
    return this.#convert(name, this.raw);
  }

  /** Names of the declared members. */
  names(): Iterable<string> {
    return this.#names();
  }

  /** The members of the JSON that the type does not declare. */
  undeclared(): string[] {
    return Object.keys(this.raw).filter((json) => !this.#isDeclared(json));
  }
}

/** A message created by an expression. */
export class MessageValue extends ObjectValue {
  /** The members that are set. */
  readonly fields: ReadonlyMap<string, CelValue>;

  constructor(type: string, fields: ReadonlyMap<string, CelValue>) {
    super(
      type,
      {},
      (name) => fields.get(name),
      () => fields.keys(),
    );
    this.fields = fields;
  }
}

export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Uint
  | Timestamp
  | Duration
  | TypeValue
  | OptionalValue
  | OpaqueValue
  | ListValue
  | EntryMap
  | RecordMap
  | ObjectValue;

export const isMap = (value: CelValue): value is EntryMap | RecordMap =>
  value instanceof EntryMap || value instanceof RecordMap;

/** The name of the value's type, as returned by `type(x)`. */
export function typeName(value: CelValue): string {
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "bigint":
      return "int";
    case "number":
      return "double";
    case "string":
      return "string";
    default:
      return objectTypeName(value);
  }
}

function objectTypeName(value: Exclude<CelValue, boolean | bigint | number | string>): string {
  if (value === null) return "null_type";
  if (value instanceof Uint8Array) return "bytes";
  if (value instanceof Uint) return "uint";
  if (value instanceof Timestamp) return "google.protobuf.Timestamp";
  if (value instanceof Duration) return "google.protobuf.Duration";
  if (value instanceof TypeValue) return "type";
  if (value instanceof OptionalValue) return "optional_type";
  if (value instanceof ListValue) return "list";
  if (value instanceof OpaqueValue || value instanceof ObjectValue) return value.type;
  return "map";
}

/** Number of code points in a text: a surrogate pair is one. */
export function textLength(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00 && i + 1 < text.length) {
      length -= 1;
      i += 1;
    }
  }
  return length;
}
