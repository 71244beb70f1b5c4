/** Pieces below this length in bytes need more memory than their content: they are copied together. */
const SMALL = 1024;
/** Bytes of the blocks into which small pieces are copied: at first, and at most. */
const FIRST_BLOCK = 4 * SMALL;
const LARGEST_BLOCK = 64 * SMALL;

/**
 * Gathers bytes that arrive in pieces. A sender decides how many pieces there are, even one for each byte, so the memory
 * and the time that they need follow from the number of bytes alone.
 */
export class GatheredBytes {
  #parts: Buffer[] = [];
  #size = 0;
  /** Small pieces are copied here; the bytes from `start` to `end` are not in a part yet. */
  #block: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;

  /** Number of bytes. */
  get size(): number {
    return this.#size;
  }

  /** Number of parts that are kept, for tests. */
  get parts(): number {
    return this.#parts.length + (this.#end > this.#start ? 1 : 0);
  }

  /** Adds a piece. A large one is kept as it is, so the caller must not change it. */
  push(piece: Uint8Array): void {
    if (piece.length === 0) return;
    // Most messages come in one piece.
    const isKept = this.#size === 0 || piece.length >= SMALL;
    this.#size += piece.length;
    if (isKept) {
      this.#cut();
      this.#parts.push(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
      return;
    }
    if (piece.length > this.#block.length - this.#end) this.#begin();
    this.#block.set(piece, this.#end);
    this.#end += piece.length;
  }

  /** Joins all bytes; none are left. */
  take(): Buffer {
    this.#cut();
    const [first] = this.#parts;
    const all = this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts, this.#size);
    this.#parts = [];
    this.#size = 0;
    return all;
  }

  #cut(): void {
    if (this.#end > this.#start) this.#parts.push(this.#block.subarray(this.#start, this.#end));
    this.#start = this.#end;
  }

  /** Begins a block; a long message gets larger ones. */
  #begin(): void {
    this.#cut();
    this.#block = Buffer.allocUnsafeSlow(Math.min(LARGEST_BLOCK, Math.max(FIRST_BLOCK, this.#size)));
    this.#start = 0;
    this.#end = 0;
  }
}

/**
 * Reads a stream to its end.
 * @param most maximum number of bytes
 * @returns undefined when there are more; the stream is destroyed then
 */
export async function readWhole(stream: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | undefined> {
  const gathered = new GatheredBytes();
  // Leaving the loop destroys the stream.
  for await (const piece of stream) {
    if (gathered.size + piece.length > most) return undefined;
    gathered.push(piece);
  }
  return gathered.take();
}
