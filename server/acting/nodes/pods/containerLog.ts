import type { LogLine, LogSource } from "../../../api/registry/podDoors.ts";

/** Characters of a log that are kept; the oldest lines go first. */
const KEPT = 1_000_000;

/** The output of one run of a container, and its followers. */
export class ContainerLog implements LogSource {
  readonly #lines: LogLine[] = [];
  readonly #followers = new Set<(line: LogLine) => void>();
  readonly #enders = new Set<() => void>();
  #length = 0;
  #dropped = 0;
  #ended = false;

  get lines(): readonly LogLine[] {
    return this.#lines.slice(this.#dropped);
  }

  get ended(): boolean {
    return this.#ended;
  }

  add(stream: LogLine["stream"], text: string, time: number): void {
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
