import { Fifo } from "../../../../shared/collections/fifo.ts";
import type { LogLine } from "../../../api/registry/podDoors.ts";

export interface LineBounds {
  /** Bytes that the lines of one reader may take, about. */
  readonly each: number;
  /** Bytes that those of all readers may take together, about. */
  readonly all: number;
}

/** What a line takes beside its text, in bytes. */
const LINE_BYTES = 80;

/** Lines that wait for one slow reader; the oldest are lost where they are too many, as with a log that was rotated away. */
export interface WaitingLines {
  readonly size: number;
  push(line: LogLine): void;
  /** Takes the oldest line; undefined when there is none. */
  shift(): LogLine | undefined;
  /** The reader has left: its lines make room for others'. */
  close(): void;
}

/**
 * The room for lines of logs that wait for slow readers. Where it is full, the reader with most of them loses half of its
 * lines.
 */
export class LineRoom {
  readonly #bounds: LineBounds;
  readonly #lines = new Set<Lines>();
  #used = 0;

  constructor(bounds: LineBounds) {
    this.#bounds = bounds;
  }

  /** Bytes that all lines take that wait, about. */
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

  /** @param onChange told by how many bytes the lines have grown */
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

  /** Drops the oldest lines; the latest stays, whatever it takes. */
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
