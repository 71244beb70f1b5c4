import { randomFillSync } from "node:crypto";
import type { Disk } from "../wasm/disk.ts";

/** Milliseconds between two attempts to create the reserve again. */
const PAUSE = 1000;
/** Bytes of the chunk that is written repeatedly. Its content is random, so that no file system can compress it. */
const CHUNK_BYTES = 256 * 1024;

export interface ReserveOptions {
  readonly file: string;
  /** Size of the reserve; 0 reserves nothing, and then the reserve is never missing. */
  readonly bytes: number;
  readonly disk: Disk;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * A file that only takes up room. When the disk is full, its room is lent to deletions, so that objects can still be
 * deleted. While the file is not complete, nothing else may be written.
 */
export class Reserve {
  readonly #options: ReserveOptions;
  #isHeld: boolean;
  /** When it was last tried to create the file. */
  #tried = Number.NEGATIVE_INFINITY;

  constructor(options: ReserveOptions) {
    this.#options = options;
    this.#isHeld = options.bytes === 0 || this.#size() === options.bytes;
  }

  /** The reserved bytes while the reserve is complete. */
  get bytes(): number {
    return this.#options.bytes;
  }

  /** Whether the room is reserved, so that it is safe to write anything. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Creates the reserve again if it is incomplete, at most once per `PAUSE`. @returns whether it is complete */
  fill(): boolean {
    if (this.#isHeld) return true;
    const now = this.#options.now();
    if (now >= this.#tried && now - this.#tried < PAUSE) return false;
    this.#tried = now;
    return this.#take();
  }

  /** Frees the room, runs `work` in it, and reserves again what is left. @throws what `work` throws */
  lend<T>(work: () => T): T {
    this.#remove();
    try {
      return work();
    } finally {
      this.#take();
    }
  }

  /** Reserves as much as there is: part of the room is useful as well. @returns whether that is all of it */
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
      // The file did not exist, or the disk cannot even delete it; nothing more can be done here.
    }
  }
}
