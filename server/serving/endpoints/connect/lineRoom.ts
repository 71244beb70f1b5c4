import { Fifo } from "../../../../shared/collections/fifo.ts";
import type { LogLine } from "../../../api/registry/podAccess.ts";

export interface LineBounds {
  /** Approximate maximum bytes of waiting lines per reader. */
  readonly each: number;
  /** Approximate maximum bytes of waiting lines of all readers together. */
  readonly all: number;
}

/** Bytes that a line takes in addition to its text. */
const LINE_BYTES = 80;

/**
 * Log lines waiting for one slow reader. When there are too many, the oldest are dropped, as if the log had been
 * rotated.
 */
export interface WaitingLines {
  readonly size: number;
  push(line: LogLine): void;
  /** Removes and returns the oldest line; undefined when there is none. */
  shift(): LogLine | undefined;
  /** Drops all lines after the reader has left. */
  close(): void;
}

/**
 * The shared memory for log lines that wait for slow readers. When it is full, the reader with the most bytes loses
 * half of them.
 */
export class LineRoom {
  readonly #bounds: LineBounds;
  readonly #lines = new Set<Lines>();
  #used = 0;

  constructor(bounds: LineBounds) {
    this.#bounds = bounds;
  }

  /** Approximate bytes of all waiting lines. */
  get used(): number {
    return this.#used;
  }

  open(): WaitingLines {
    const lines = new Lines((bytes) => this.#changed(lines, bytes));
    this.#lines.add(lines);
    return lines;
  }

  #changed(lines: Lines, bytes: number): void {
    this.#used += bytes;
    if (lines.isClosed) this.#lines.delete(lines);
    if (bytes <= 0) return;
    if (lines.used > this.#bounds.each) lines.shrink(this.#bounds.each);
    if (this.#used <= this.#bounds.all) return;
    let largest = lines;
    for (const each of this.#lines) if (each.used > largest.used) largest = each;
    largest.shrink(largest.used / 2);
  }
}

class Lines implements WaitingLines {
  readonly #items = new Fifo<LogLine>();
  readonly #onChange: (bytes: number) => void;
  used = 0;
  isClosed = false;

  /** @param onChange called with the number of bytes by which the lines have grown */
  constructor(onChange: (bytes: number) => void) {
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#items.size;
  }

  push(line: LogLine): void {
    if (this.isClosed) return;
    this.#items.push(line);
    this.#count(bytesOf(line));
  }

  shift(): LogLine | undefined {
    const line = this.#items.shift();
    if (line !== undefined) this.#count(-bytesOf(line));
    return line;
  }

  /** Drops the oldest lines until at most `most` bytes are used; the latest line stays, whatever its size. */
  shrink(most: number): void {
    while (this.used > most && this.size > 1) this.shift();
  }

  close(): void {
    this.isClosed = true;
    this.#items.clear();
    this.#count(-this.used);
  }

  #count(bytes: number): void {
    this.used += bytes;
    this.#onChange(bytes);
  }
}

const bytesOf = ({ text }: LogLine): number => text.length + LINE_BYTES;
