import { createInflate, type Inflate } from "node:zlib";
import { DICTIONARY } from "./dictionary.ts";

/** Maximum bytes of one inflated block of headers. */
export const LARGEST_BLOCK = 64 * 1024;

/** Reads the compressed headers of one connection: each block continues the compression state of the previous one. */
export class HeaderReader {
  readonly #inflate: Inflate = createInflate({ dictionary: DICTIONARY });
  #chunks: Buffer[] = [];
  #size = 0;

  constructor() {
    this.#inflate.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#size += chunk.length;
      if (this.#size > LARGEST_BLOCK) this.#inflate.destroy(new RangeError("a block of headers is too large"));
    });
    // The caller that waits for the block gets the error.
    this.#inflate.on("error", () => undefined);
  }

  /**
   * Reads a block; call it for one block at a time. Rejects when the block cannot be read; the reader is then unusable.
   */
  async read(block: Uint8Array): Promise<Map<string, string>> {
    this.#chunks = [];
    this.#size = 0;
    await new Promise<void>((resolve, reject) => {
      // The callback of a failed write is not called.
      this.#inflate.once("error", reject);
      this.#inflate.write(block, (error) => (error ? reject(error) : resolve()));
    });
    this.#inflate.removeAllListeners("error").on("error", () => undefined);
    if (this.#inflate.destroyed) throw new RangeError("a block of headers is too large");
    return parseHeaders(Buffer.concat(this.#chunks));
  }

  end(): void {
    this.#inflate.destroy();
  }
}

/** @throws RangeError when the block ends before its headers do */
function parseHeaders(block: Buffer): Map<string, string> {
  const headers = new Map<string, string>();
  let at = 4;
  const text = (): string => {
    const length = block.readUInt32BE(at);
    const end = at + 4 + length;
    if (end > block.length) throw new RangeError("a block of headers is cut off");
    const value = block.toString("utf8", at + 4, end);
    at = end;
    return value;
  };
  for (let left = block.readUInt32BE(0); left > 0; left--) {
    const name = text().toLowerCase();
    headers.set(name, text());
  }
  return headers;
}

/** The header of a compressed stream without a dictionary. */
const STREAM_HEADER = Buffer.from([0x78, 0x01]);
const LONGEST_STORED = 0xffff;
/** An empty stored block, which makes readers emit what they have. */
const FLUSH = Buffer.from([0, 0, 0, 0xff, 0xff]);

/**
 * Writes headers as uncompressed ("stored") blocks: headers are few and short, and every decompressor accepts stored
 * blocks.
 */
export class HeaderWriter {
  #isFirst = true;

  /** @throws RangeError when the headers are longer than one stored block */
  write(headers: ReadonlyMap<string, string>): Buffer {
    const parts = [lengthOf(headers.size)];
    for (const [name, value] of headers) parts.push(...withLength(name), ...withLength(value));
    const block = Buffer.concat(parts);
    if (block.length > LONGEST_STORED) throw new RangeError("the headers are too long");
    const stored = Buffer.alloc(5);
    stored.writeUInt16LE(block.length, 1);
    stored.writeUInt16LE(~block.length & 0xffff, 3);
    const start = this.#isFirst ? [STREAM_HEADER] : [];
    this.#isFirst = false;
    return Buffer.concat([...start, stored, block, FLUSH]);
  }
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

function withLength(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  return [lengthOf(bytes.length), bytes];
}
