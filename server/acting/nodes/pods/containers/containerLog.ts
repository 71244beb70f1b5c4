import { Fifo } from "../../../../../shared/collections/fifo.ts";
import type { LogLine, LogSource } from "../../../../api/registry/podDoors.ts";

/** Characters of a log that are kept; the oldest lines go first. */
const KEPT = 1_000_000;

/** Characters that are taken in one turn, about: some milliseconds of work. */
const PIECE = 64 * 1024;

interface Printed {
  readonly stream: LogLine["stream"];
  readonly text: string;
  readonly time: number;
  /** Where what is not taken yet begins. */
  from: number;
}

/** What one run of a container has printed, and those who follow it. */
export class ContainerLog implements LogSource {
  readonly #lines: LogLine[] = [];
  readonly #followers = new Set<(line: LogLine) => void>();
  readonly #enders = new Set<() => void>();
  #length = 0;
  #bytes = 0;
  #dropped = 0;
  #ended = false;
  /** What was printed and is not taken yet. */
  readonly #coming = new Fifo<Printed>();
  #isEnding = false;

  get lines(): readonly LogLine[] {
    return this.#lines.slice(this.#dropped);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Bytes that have been printed. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes over what was printed; much of it comes piece by piece, in later turns. */
  add(stream: LogLine["stream"], text: string, time: number): void {
    this.#bytes += Buffer.byteLength(text);
    if (text.length <= PIECE && this.#coming.size === 0) this.#take(stream, text, time);
    else {
      this.#coming.push({ stream, text, time, from: 0 });
      if (this.#coming.size === 1) setImmediate(() => this.#takeNext());
    }
  }

  /** Takes the next piece of what comes, up to the end of a line. */
  #takeNext(): void {
    const printed = this.#coming.peek();
    if (printed === undefined) return;
    const { stream, text, time, from } = printed;
    const newline = text.indexOf("\n", from + PIECE);
    const end = newline < 0 ? text.length : newline + 1;
    this.#take(stream, text.slice(from, end), time);
    printed.from = end;
    if (end === text.length) this.#coming.shift();
    if (this.#coming.size > 0) setImmediate(() => this.#takeNext());
    else if (this.#isEnding) this.end();
  }

  #take(stream: LogLine["stream"], text: string, time: number): void {
    for (const part of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
      const line = { time, stream, text: part };
      this.#lines.push(line);
      this.#length += part.length;
      for (const follower of this.#followers) follower(line);
    }
    while (this.#length > KEPT && this.#dropped < this.#lines.length - 1) {
      this.#length -= this.#lines[this.#dropped]?.text.length ?? 0;
      this.#dropped += 1;
    }
    // Rarely, so that dropping costs little.
    if (this.#dropped > 1000 && this.#dropped * 2 > this.#lines.length) {
      this.#lines.splice(0, this.#dropped);
      this.#dropped = 0;
    }
  }

  /** Nothing more will come. */
  end(): void {
    this.#isEnding = true;
    if (this.#coming.size > 0) return;
    this.#ended = true;
    for (const end of [...this.#enders]) end();
    this.#followers.clear();
    this.#enders.clear();
  }

  /** Calls back for every later line, and once when there will be none. @returns what ends it */
  follow(onLine: (line: LogLine) => void, onEnd: () => void): () => void {
    if (this.#ended) {
      onEnd();
      return () => undefined;
    }
    this.#followers.add(onLine);
    this.#enders.add(onEnd);
    return () => {
      this.#followers.delete(onLine);
      this.#enders.delete(onEnd);
    };
  }
}
