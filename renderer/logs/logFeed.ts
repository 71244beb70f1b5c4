import type { Schedule } from "../api/frame.ts";
import { LogBuffer } from "./logBuffer.ts";
import { type LogOptions, type LogSource, MAX_SOURCES } from "./logSource.ts";
import { type LogState, LogStream, type LogStreamParts } from "./logStream.ts";

/** The states of the logs of all sources, by their keys. */
export type LogStates = ReadonlyMap<string, LogState>;

/** The logs of many containers in one buffer. Sources can be added and removed; the lines of a removed source stay. */
export class LogFeed {
  readonly buffer: LogBuffer;
  readonly #options: LogOptions;
  readonly #parts: LogStreamParts;
  readonly #streams = new Map<string, LogStream>();
  readonly #listeners = new Set<() => void>();
  readonly #schedule: Schedule;
  #states: Map<string, LogState> = new Map();
  #isDue = false;
  #hasBegun = false;

  constructor(options: LogOptions, parts: LogStreamParts, schedule: Schedule) {
    this.#options = options;
    this.#parts = parts;
    this.#schedule = schedule;
    this.buffer = new LogBuffer(schedule);
  }

  /** Follows exactly these sources from now on, at most {@link MAX_SOURCES} of them. */
  follow(sources: readonly LogSource[]): void {
    const wanted = sources.slice(0, MAX_SOURCES);
    const keys = new Set(wanted.map(({ key }) => key));
    for (const [key, stream] of this.#streams) {
      if (keys.has(key)) continue;
      stream.stop();
      this.#streams.delete(key);
      this.#setState(key, undefined);
    }
    for (const source of wanted) {
      const known = this.#streams.get(source.key) ?? this.#open(source);
      known.setOver(source.isOver);
    }
    if (sources.length > 0) this.#hasBegun = true;
  }

  stop(): void {
    for (const stream of this.#streams.values()) stream.stop();
    this.#streams.clear();
    this.#states = new Map();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly states = (): LogStates => this.#states;

  #open(source: LogSource): LogStream {
    // All lines are new for a pod that appears while the view is open.
    const options = this.#hasBegun ? { ...this.#options, tailLines: undefined } : this.#options;
    const stream = new LogStream(source, options, this.#parts, {
      lines: (lines) => this.buffer.add(lines),
      state: (state) => this.#setState(source.key, state),
    });
    this.#streams.set(source.key, stream);
    stream.start();
    return stream;
  }

  #setState(key: string, state: LogState | undefined): void {
    const next = new Map(this.#states);
    if (state === undefined) next.delete(key);
    else next.set(key, state);
    this.#states = next;
    if (this.#isDue) return;
    this.#isDue = true;
    this.#schedule(() => {
      this.#isDue = false;
      for (const listener of this.#listeners) listener();
    });
  }
}
