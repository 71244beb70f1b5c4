import type { Stats } from "node:fs";

/** Size of `struct stat` in the wasm's libc (32-bit musl layout as Emscripten defines it). */
const statBytes = 96;
/** The block size reported to programs; SQLite does not use it. */
const blockSize = 4096;

/** A piece of wasm memory that a read fills or a write sends. */
export interface Slice {
  readonly address: number;
  readonly length: number;
}

/**
 * Reads and writes C values in the wasm's memory. Memory may grow at any call into the wasm, which detaches the old
 * buffer, so the views are renewed whenever the buffer has changed.
 */
export class WasmMemory {
  readonly #memory: WebAssembly.Memory;
  #bytes: Uint8Array;
  #view: DataView;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    this.#bytes = new Uint8Array(memory.buffer);
    this.#view = new DataView(memory.buffer);
  }

  /** The whole memory; valid only until the next call into the wasm. */
  get bytes(): Uint8Array {
    if (this.#bytes.buffer !== this.#memory.buffer) {
      this.#bytes = new Uint8Array(this.#memory.buffer);
      this.#view = new DataView(this.#memory.buffer);
    }
    return this.#bytes;
  }

  get #fresh(): DataView {
    void this.bytes;
    return this.#view;
  }

  /** A NUL-terminated UTF-8 string. */
  text(address: number): string {
    const bytes = this.bytes;
    return Buffer.from(bytes.buffer, address, bytes.indexOf(0, address) - address).toString("utf8");
  }

  /** An array of `struct iovec`. */
  slices(address: number, count: number): Slice[] {
    const view = this.#fresh;
    return Array.from({ length: count }, (_, i) => ({
      address: view.getUint32(address + 8 * i, true),
      length: view.getUint32(address + 8 * i + 4, true),
    }));
  }

  pointer(address: number): number {
    return this.#fresh.getUint32(address, true);
  }

  putUint32(address: number, value: number): void {
    this.#fresh.setUint32(address, value, true);
  }

  putInt64(address: number, value: number): void {
    this.#fresh.setBigInt64(address, BigInt(value), true);
  }

  putInt16(address: number, value: number): void {
    this.#fresh.setInt16(address, value, true);
  }

  /** Fills a `struct stat` with the fields that SQLite reads: device, inode, mode, size. */
  putStat(address: number, stats: Stats): void {
    this.bytes.fill(0, address, address + statBytes);
    this.putUint32(address, stats.dev);
    this.putUint32(address + 4, stats.mode);
    this.putUint32(address + 8, stats.nlink);
    this.putInt64(address + 24, stats.size);
    this.putUint32(address + 32, blockSize);
    this.putInt64(address + 88, stats.ino);
  }
}
