import { GatheredBytes } from "../../../ground/memory/gatheredBytes.ts";

/** Types of control frames. */
export const FrameType = {
  SYN_STREAM: 1,
  SYN_REPLY: 2,
  RST_STREAM: 3,
  SETTINGS: 4,
  PING: 6,
  GOAWAY: 7,
  HEADERS: 8,
  WINDOW_UPDATE: 9,
} as const;

/** Reasons to reset a stream. */
export const ResetStatus = { PROTOCOL_ERROR: 1, INVALID_STREAM: 2, REFUSED_STREAM: 3, CANCEL: 5, IN_USE: 8 } as const;

export const FLAG_FIN = 1;

const VERSION = 3;
const HEAD = 8;
/** Maximum bytes of a control frame; clients send far less. */
const LARGEST_CONTROL = 64 * 1024;

export interface DataFrame {
  readonly stream: number;
  readonly flags: number;
  readonly payload: Buffer;
}

export interface ControlFrame {
  readonly type: number;
  readonly flags: number;
  readonly payload: Buffer;
}

export type Frame = DataFrame | ControlFrame;

export const isControl = (frame: Frame): frame is ControlFrame => "type" in frame;

/** Thrown for data that is not a valid SPDY/3 frame. */
export class FrameError extends Error {}

/** A data frame whose beginning was returned. */
interface OpenFrame {
  readonly stream: number;
  readonly flags: number;
  /** Bytes that are still missing. */
  left: number;
}

/**
 * Splits bytes, which arrive in pieces of any size, into frames. A data frame is returned in pieces as it arrives, with
 * its flags on the last one: what it means does not depend on how it is split, and a large one needs no memory then.
 */
export class FrameReader {
  /** The bytes after the latest frame, up to the latest time that they were joined. */
  #bytes: Buffer = Buffer.alloc(0);
  /** The bytes that have arrived since. */
  readonly #arrived = new GatheredBytes();
  #open: OpenFrame | undefined;

  push(chunk: Buffer): void {
    this.#arrived.push(chunk);
  }

  /** The next frame, or the next piece of a data frame; undefined while there is none. @throws FrameError */
  next(): Frame | undefined {
    if (this.#open !== undefined) return this.#piece(this.#open);
    if (!this.#has(HEAD)) return undefined;
    const head = this.#bytes;
    const word = head.readUInt32BE(0);
    const flags = head.readUInt8(4);
    const length = head.readUIntBE(5, 3);
    const isData = word >>> 31 === 0;
    if (isData) {
      this.#take(HEAD);
      this.#open = { stream: word, flags, left: length };
      return this.#piece(this.#open);
    }
    if (length > LARGEST_CONTROL) throw new FrameError(`a frame of ${length} bytes is too large`);
    if (((word >>> 16) & 0x7fff) !== VERSION) throw new FrameError("a frame of another version");
    if (!this.#has(HEAD + length)) return undefined;
    this.#take(HEAD);
    return { type: word & 0xffff, flags, payload: this.#take(length) };
  }

  #piece(frame: OpenFrame): DataFrame | undefined {
    if (frame.left > 0 && !this.#has(1)) return undefined;
    const payload = this.#take(frame.left);
    frame.left -= payload.length;
    const isLast = frame.left === 0;
    if (isLast) this.#open = undefined;
    return { stream: frame.stream, flags: isLast ? frame.flags : 0, payload };
  }

  /** Removes at most so many of the joined bytes. */
  #take(most: number): Buffer {
    const taken = this.#bytes.subarray(0, most);
    this.#bytes = this.#bytes.subarray(most);
    return taken;
  }

  /** Whether this many bytes have arrived; joins them then, so each byte is joined a few times at most. */
  #has(length: number): boolean {
    if (this.#bytes.length >= length) return true;
    if (this.#bytes.length + this.#arrived.size < length) return false;
    const rest = this.#arrived.take();
    this.#bytes = this.#bytes.length === 0 ? rest : Buffer.concat([this.#bytes, rest]);
    return true;
  }
}

export function dataFrame(stream: number, payload: Uint8Array, flags = 0): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(stream);
  head.writeUInt8(flags, 4);
  head.writeUIntBE(payload.length, 5, 3);
  return Buffer.concat([head, payload]);
}

export function controlFrame(type: number, payload: Uint8Array, flags = 0): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeUInt16BE(0x8000 | VERSION, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt8(flags, 4);
  head.writeUIntBE(payload.length, 5, 3);
  return Buffer.concat([head, payload]);
}

/** Encodes 32-bit numbers, one after the other. */
export function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [i, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, i * 4);
  return bytes;
}
