import { isUtf8 } from "node:buffer";
import { decode } from "cborg";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { CborError, TYPE_NAMES } from "./cborError.ts";
import { CborWriter, FALSE, MAJOR, NULL, TRUE } from "./cborWriter.ts";

/** The break byte, which ends an item of indefinite length. */
const BREAK = 0xff;
/**
 * Additional information in a head: the argument follows in 1, 2, 4 or 8 bytes; or there is none, for an indefinite
 * length.
 */
const ONE_BYTE = 24;
const EIGHT_BYTES = 27;
const INDEFINITE = 31;
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Reads heads and the contents of strings and simple values in sequence, and rejects malformed bytes. The error for
 * well-formed but unusable content is stored and thrown at the end, because malformed bytes may still follow.
 */
export class CborReader {
  readonly #bytes: Buffer;
  #position = 0;
  #problem: CborError | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The major type of the next item. @throws CborError at the end of the bytes */
  peek(): number {
    return this.#peekByte() >> 5;
  }

  /** Skips a break if it is next; returns whether it was. @throws CborError at the end of the bytes */
  takeBreak(): boolean {
    if (this.#peekByte() !== BREAK) return false;
    this.#position += 1;
    return true;
  }

  /**
   * The argument of a head: a number, or a bigint above 2^53; undefined for an indefinite length.
   * @throws CborError
   */
  argument(): number | bigint | undefined {
    const first = this.#peekByte();
    const major = first >> 5;
    const info = first & 0x1f;
    if (info === INDEFINITE && major >= MAJOR.bytes && major <= MAJOR.map) {
      this.#position += 1;
      return undefined;
    }
    if (info > EIGHT_BYTES) {
      throw new CborError(`cbor: invalid additional information ${info} for type ${TYPE_NAMES[major]}`);
    }
    this.#position += 1;
    if (info < ONE_BYTE) return info;
    if (info < EIGHT_BYTES) {
      const size = 1 << (info - ONE_BYTE);
      return this.take(size).readUIntBE(0, size);
    }
    const large = this.take(8).readBigUInt64BE();
    return large <= Number.MAX_SAFE_INTEGER ? Number(large) : large;
  }

  /** Whether the next string has an indefinite length: it then consists of chunks, possibly very many. */
  isInPieces(): boolean {
    return (this.#peekByte() & 0x1f) === INDEFINITE;
  }

  /** The content of a byte or text string, with or without chunks. @throws CborError */
  *stringBytes(): Steps<Buffer> {
    const major = this.peek();
    const name = TYPE_NAMES[major];
    const length = this.argument();
    if (length !== undefined) return this.take(this.#stringLength(length, name));
    const content = new CborWriter();
    while (!this.takeBreak()) {
      if (isTurnDue()) yield;
      const chunk = this.peek();
      if (chunk !== major) {
        throw new CborError(`cbor: wrong element type ${TYPE_NAMES[chunk]} for indefinite-length ${name}`);
      }
      const size = this.argument();
      if (size === undefined) throw new CborError(`cbor: indefinite-length ${name} chunk is not definite-length`);
      content.raw(this.take(this.#stringLength(size, name)));
    }
    return content.finish();
  }

  /**
   * Reads a short ASCII string, like most names and many values, character by character, which is faster. Returns
   * undefined without reading anything for any other string.
   */
  shortAscii(): string | undefined {
    const first = this.#peekByte();
    const major = first >> 5;
    if (major !== MAJOR.bytes && major !== MAJOR.text) return undefined;
    const length = first & 0x1f;
    const start = this.#position + 1;
    if (length >= ONE_BYTE || start + length > this.#bytes.length) return undefined;
    let text = "";
    for (let i = start; i < start + length; i++) {
      const code = this.#bytes[i] ?? 0;
      if (code >= 0x80) return undefined;
      text += String.fromCharCode(code);
    }
    this.#position = start + length;
    return text;
  }

  /** A byte or text string without chunks, as text. @throws CborError */
  string(): string {
    const short = this.shortAscii();
    if (short !== undefined) return short;
    const name = TYPE_NAMES[this.peek()];
    return this.#text(this.take(this.#stringLength(this.argument() ?? 0, name)));
  }

  /** A byte or text string in chunks, as text. @throws CborError */
  *stringOfPieces(): Steps<string> {
    return this.#text(yield* this.stringBytes());
  }

  /** False, true, null or a finite float. @throws CborError for every other simple value */
  simple(): boolean | null | number {
    const first = this.#peekByte();
    if (first === BREAK) throw new CborError('cbor: unexpected "break" code');
    const start = this.#position;
    const argument = this.argument();
    if (first === TRUE || first === FALSE) return first === TRUE;
    if (first === NULL) return null;
    const info = first & 0x1f;
    if (info > ONE_BYTE) return this.#float(this.#bytes.subarray(start, this.#position));
    if (info === ONE_BYTE && Number(argument) < 32) {
      throw new CborError(`cbor: invalid simple value ${argument} for type primitives`);
    }
    throw notAccepted("primitives", `simple value ${argument} is not recognized`);
  }

  /**
   * Stores why well-formed bytes are unusable. The first reason is kept, but a reason that affects the object's kind
   * takes precedence.
   */
  refuse(message: string, inContent = true): void {
    if (this.#problem === undefined || (this.#problem.inContent && !inContent)) {
      this.#problem = new CborError(message, inContent);
    }
  }

  /** Must be called after the item. @throws CborError when more bytes follow, or something was refused */
  finish(): void {
    const rest = this.#bytes.length - this.#position;
    if (rest > 0) {
      throw new CborError(`cbor: ${rest} bytes of extraneous data starting at index ${this.#position}`);
    }
    if (this.#problem !== undefined) throw this.#problem;
  }

  take(size: number): Buffer {
    const end = this.#position + size;
    if (end > this.#bytes.length) throw new CborError("unexpected EOF");
    const taken = this.#bytes.subarray(this.#position, end);
    this.#position = end;
    return taken;
  }

  #text(bytes: Buffer): string {
    if (!isUtf8(bytes)) this.refuse("cbor: invalid UTF-8 string");
    return bytes.toString("utf8");
  }

  #peekByte(): number {
    const byte = this.#bytes[this.#position];
    if (byte !== undefined) return byte;
    throw new CborError(this.#bytes.length === 0 ? "EOF" : "unexpected EOF");
  }

  #stringLength(length: number | bigint, name: string | undefined): number {
    if (length <= MAX_INT64) return Number(length);
    throw new CborError(`cbor: ${name} length ${length} is too large, causing integer overflow`);
  }

  /** Reads a float item of any width. */
  #float(item: Buffer): number {
    const value = decode(item) as number;
    if (Number.isFinite(value)) return value;
    throw notAccepted("primitives", `floating-point ${Number.isNaN(value) ? "NaN" : "infinity"}`);
  }
}

/** The error for valid CBOR that the API does not accept. */
export const notAccepted = (type: string, detail: string): CborError =>
  new CborError(`cbor: data item of cbor type ${type} is not accepted by protocol: ${detail}`);
