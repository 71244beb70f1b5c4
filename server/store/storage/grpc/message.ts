import protobuf, { type Reader, type Writer } from "protobufjs/minimal.js";

/** One field of a message: how a value is written (`W`) and how it is read (`R`). */
export interface Field<W, R> {
  readonly number: number;
  /** The value when the message does not contain the field. */
  absent(): R;
  write(writer: Writer, value: W): void;
  /** @param before what was already read of this field */
  read(reader: Reader, before: R): R;
}

type AnyField = Field<never, unknown>;

/** The input for fields `F`: omitted fields are not sent. */
export type Written<F> = { readonly [K in keyof F]?: (F[K] extends Field<infer W, infer _> ? W : never) | undefined };
/** The result of reading fields `F`. */
export type Read<F> = { readonly [K in keyof F]: F[K] extends Field<infer _, infer R> ? R : never };

/** A message type: the numbers and types of its fields are the protocol's. Undeclared fields are skipped. */
export class Message<F extends object> {
  readonly #fields: readonly (readonly [string, AnyField])[];
  readonly #byNumber: ReadonlyMap<number, readonly [string, AnyField]>;

  constructor(fields: F) {
    this.#fields = Object.entries(fields);
    this.#byNumber = new Map(this.#fields.map((entry) => [entry[1].number, entry]));
  }

  encode(value: Written<F>): Buffer {
    const writer = protobuf.Writer.create();
    this.write(writer, value);
    return Buffer.from(writer.finish());
  }

  /** @throws Error when the bytes are not a valid message */
  decode(encoded: Uint8Array): Read<F> {
    return this.read(protobuf.Reader.create(encoded), encoded.length);
  }

  /** Writes the fields, without the length that precedes a nested message. */
  write(writer: Writer, value: Written<F>): void {
    for (const [name, field] of this.#fields) {
      const given = (value as Record<string, unknown>)[name];
      if (given !== undefined) field.write(writer, given as never);
    }
  }

  /** Reads fields until the position `end`. */
  read(reader: Reader, end: number): Read<F> {
    const read: Record<string, unknown> = {};
    for (const [name, field] of this.#fields) read[name] = field.absent();
    while (reader.pos < end) {
      const head = reader.uint32();
      const known = this.#byNumber.get(head >>> 3);
      if (known === undefined) reader.skipType(head & 7);
      else read[known[0]] = known[1].read(reader, read[known[0]]);
    }
    return read as Read<F>;
  }
}

const VARINT = 0;
const BYTES = 2;

const key = (writer: Writer, number: number, wire: number): Writer => writer.uint32((number << 3) | wire);

/** An integer whose magnitude is at most 2^53: revisions, counts, enums, and ids that this server chooses. */
export const int = (number: number): Field<number, number> => ({
  number,
  absent: () => 0,
  write: (writer, value) => key(writer, number, VARINT).int64(value),
  read: (reader) => Number(reader.int64()),
});

export const bool = (number: number): Field<boolean, boolean> => ({
  number,
  absent: () => false,
  write: (writer, value) => key(writer, number, VARINT).bool(value),
  read: (reader) => reader.bool(),
});

const NO_BYTES = new Uint8Array(0);

/** Reads as a view into the message. */
export const bytes = (number: number): Field<Uint8Array, Uint8Array> => ({
  number,
  absent: () => NO_BYTES,
  write: (writer, value) => key(writer, number, BYTES).bytes(value),
  read: (reader) => reader.bytes(),
});

export const text = (number: number): Field<string, string> => ({
  number,
  absent: () => "",
  write: (writer, value) => key(writer, number, BYTES).string(value),
  read: (reader) => reader.string(),
});

/** A message within a message; undefined when it is absent. */
export const nested = <F extends object>(number: number, type: Message<F>): Field<Written<F>, Read<F> | undefined> => ({
  number,
  absent: () => undefined,
  write(writer, value) {
    const inner = key(writer, number, BYTES).fork();
    type.write(inner, value);
    inner.ldelim();
  },
  read(reader) {
    const length = reader.uint32();
    return type.read(reader, reader.pos + length);
  },
});

/** Any number of values. */
export const many = <W, R>(field: Field<W, R>): Field<readonly W[], readonly NonNullable<R>[]> => ({
  number: field.number,
  absent: () => [],
  write(writer, values) {
    for (const value of values) field.write(writer, value);
  },
  read(reader, before) {
    (before as R[]).push(field.read(reader, field.absent()));
    return before;
  },
});
