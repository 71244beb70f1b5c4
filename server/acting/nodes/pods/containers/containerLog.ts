import { Fifo } from "../../../../../shared/collections/fifo.ts";
import type { LogLine, LogSource } from "../../../../api/registry/podAccess.ts";

/** Maximum number of characters of a log that are kept; the oldest lines are dropped first. */
const KEPT = 1_000_000;

/** Approximate number of characters that are processed in one tick: some milliseconds of work. */
const PIECE = 64 * 1024;

interface Printed {
  readonly stream: LogLine["stream"];
  readonly text: string;
  readonly time: number;
  /** The position of the first character that was not processed yet. */
  from: number;
}

/** The output of one run of a container, and its followers. */
export class ContainerLog implements LogSource {
  readonly #lines: LogLine[] = [];
  readonly #followers = new Set<(line: LogLine) => void>();
  readonly #enders = new Set<() => void>();
  #length = 0;
  #bytes = 0;
  #dropped = 0;
  #ended = false;
  /** Output that was not processed yet. */
  readonly #coming = new Fifo<Printed>();
  #isEnding = false;

  get lines(): readonly LogLine[] {
    return this.#lines.slice(this.#dropped);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Number of bytes that have been printed. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds output; a large amount is processed piece by piece in later ticks. */
  add(stream: LogLine["stream"], text: string, time: number): void {
    this.#bytes += Buffer.byteLength(text);
    if (text.length <= PIECE && this.#coming.size === 0) this.#take(stream, text, time);
    else {
      this.#coming.push({ stream, text, time, from: 0 });
      if (this.#coming.size === 1) setImmediate(() => this.#takeNext());
    }
  }

  /** Processes the next piece of the pending output, up to the end of a line. */
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
    // Done rarely, so that the cost of dropping lines stays small.
    if (this.#dropped > 1000 && this.#dropped * 2 > this.#lines.length) {
      this.#lines.splice(0, this.#dropped);
      this.#dropped = 0;
    }
  }

  /** Called when there will be no more output. */
  end(): void {
    this.#isEnding = true;
    if (this.#coming.size > 0) return;
    this.#ended = true;
    for (const end of [...this.#enders]) end();
    this.#followers.clear();
    this.#enders.clear();
  }

  /** Calls back for every later line, and once at the end of the log. @returns a function that ends the following */
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
