import { randomFillSync } from "node:crypto";
import type { Disk } from "../wasm/disk.ts";

/** Time between two attempts to make the reserve again, in milliseconds. */
const PAUSE = 1000;
/** Written again and again. Random, so that no file system stores it in less. */
const CHUNK_BYTES = 256 * 1024;

export interface ReserveOptions {
  readonly file: string;
  /** How much is kept; 0 keeps nothing, and then nothing is ever short. */
  readonly bytes: number;
  readonly disk: Disk;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * A file that only takes room, and lends it when the disk is full, so that objects can still be deleted. While it is not there
 * as a whole, nothing else may be written.
 */
export class Reserve {
  readonly #options: ReserveOptions;
  #isHeld: boolean;
  /** The last attempt to make it. */
  #tried = Number.NEGATIVE_INFINITY;

  constructor(options: ReserveOptions) {
    this.#options = options;
    this.#isHeld = options.bytes === 0 || this.#size() === options.bytes;
  }

  /** How much is kept, as long as it is. */
  get bytes(): number {
    return this.#options.bytes;
  }

  /** Whether the room is kept, so that it is safe to write anything. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Makes it when it is not there as a whole, now and then. @returns whether it is */
  fill(): boolean {
    if (this.#isHeld) return true;
    const now = this.#options.now();
    if (now >= this.#tried && now - this.#tried < PAUSE) return false;
    this.#tried = now;
    return this.#take();
  }

  /** Does something in its room, and takes again what of it is left. @throws what `work` throws */
  lend<T>(work: () => T): T {
    this.#remove();
    try {
      return work();
    } finally {
      this.#take();
    }
  }

  /** Takes as much as there is: a part of the room is worth keeping as well. @returns whether that is all of it */
  #take(): boolean {
    if (this.#options.bytes === 0) return true;
    try {
      this.#write();
      this.#isHeld = true;
    } catch {
      this.#isHeld = false;
    }
    return this.#isHeld;
  }

  #size(): number {
    try {
      return this.#options.disk.statSync(this.#options.file).size;
    } catch {
      return -1;
    }
  }

  #write(): void {
    const { file, bytes, disk } = this.#options;
    const handle = disk.openSync(file, "w", 0o600);
    try {
      const chunk = randomFillSync(Buffer.alloc(Math.min(CHUNK_BYTES, bytes)));
      for (let at = 0; at < bytes; ) at += disk.writeSync(handle, chunk, 0, Math.min(bytes - at, chunk.length), at);
    } finally {
      disk.closeSync(handle);
    }
  }

  #remove(): void {
    try {
      this.#options.disk.unlinkSync(this.#options.file);
    } catch {
      // It was not there, or the disk does not even do that: nothing else is asked of it.
    }
  }
}
