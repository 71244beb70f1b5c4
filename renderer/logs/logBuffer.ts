import type { Schedule } from "../api/frame.ts";
import { compareTimes, type LogLine } from "./logLine.ts";

/** The kept lines of some logs, as a view shows them. */
export interface LogSnapshot {
  /** Sorted by time; lines of one source keep their own order. */
  readonly lines: readonly LogLine[];
  /** Number of older lines that were dropped because of the limits. */
  readonly dropped: number;
}

/** Limit of kept lines. */
export const MAX_LINES = 100_000;
/** Limit of kept characters, of all lines together. */
export const MAX_CHARACTERS = 24_000_000;
/** Factor by which the buffer may exceed its limits, so that dropping lines is not necessary for every new line. */
const SLACK = 1.05;

/** The latest lines of several logs, sorted by time, within limits. Readers are notified once per frame. */
export class LogBuffer {
  readonly #schedule: Schedule;
  readonly #limits: { readonly lines: number; readonly characters: number };
  readonly #listeners = new Set<() => void>();
  #lines: LogLine[] = [];
  #incoming: LogLine[] = [];
  #characters = 0;
  #dropped = 0;
  #isDue = false;
  #snapshot: LogSnapshot = { lines: [], dropped: 0 };

  constructor(schedule: Schedule, limits = { lines: MAX_LINES, characters: MAX_CHARACTERS }) {
    this.#schedule = schedule;
    this.#limits = limits;
  }

  /** Adds lines of one source, in order. */
  add(lines: readonly LogLine[]): void {
    for (const line of lines) this.#incoming.push(line);
    // A background page has no frames, but must not accumulate lines beyond the limits.
    if (this.#incoming.length > this.#limits.lines) this.#takeIn();
    if (this.#isDue) return;
    this.#isDue = true;
    this.#schedule(() => this.#notify());
  }

  clear(): void {
    this.#lines = [];
    this.#incoming = [];
    this.#characters = 0;
    this.#dropped = 0;
    this.#notify();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): LogSnapshot => this.#snapshot;

  #notify(): void {
    this.#isDue = false;
    this.#takeIn();
    this.#snapshot = { lines: this.#lines.slice(), dropped: this.#dropped };
    for (const listener of this.#listeners) listener();
  }

  #takeIn(): void {
    const incoming = this.#incoming.sort((a, b) => compareTimes(a.time, b.time) || a.id - b.id);
    this.#incoming = [];
    const first = incoming[0];
    if (first === undefined) return;
    for (const line of incoming) this.#characters += sizeOf(line);
    // Lines later than all existing ones are appended; otherwise only the overlapping end is sorted again.
    const later = this.#lines.splice(this.#placeOf(first));
    for (const line of later.length === 0 ? incoming : mergeLines(later, incoming)) this.#lines.push(line);
    this.#trim();
  }

  /** Index of the first line that is later than `line`. */
  #placeOf(line: LogLine): number {
    let low = 0;
    let high = this.#lines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareTimes(this.#lines[middle]?.time, line.time) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #trim(): void {
    const { lines, characters } = this.#limits;
    if (this.#lines.length <= lines * SLACK && this.#characters <= characters * SLACK) return;
    let gone = 0;
    while (this.#lines.length - gone > lines || this.#characters > characters) {
      const line = this.#lines[gone];
      if (line === undefined) break;
      this.#characters -= sizeOf(line);
      gone += 1;
    }
    this.#lines = this.#lines.slice(gone);
    this.#dropped += gone;
  }
}

const sizeOf = ({ text, plain }: LogLine): number => text.length + (plain === text ? 0 : plain.length);

/** Merges two lists that are sorted by time. */
function mergeLines(a: readonly LogLine[], b: readonly LogLine[]): LogLine[] {
  const merged: LogLine[] = [];
  let i = 0;
  for (const line of b) {
    for (let other = a[i]; other !== undefined && compareTimes(other.time, line.time) <= 0; other = a[i]) {
      merged.push(other);
      i += 1;
    }
    merged.push(line);
  }
  for (const line of a.slice(i)) merged.push(line);
  return merged;
}
