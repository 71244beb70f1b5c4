import { compareTimes, type LogTime } from "./logLine.ts";

/**
 * The position at which to resume an interrupted log. Servers truncate `sinceTime` to whole seconds and repeat that
 * second; lines with the same time are distinguished by counting them.
 */
export class ResumePoint {
  #last: LogTime | undefined;
  /** Number of accepted lines with that time. */
  #taken = 0;
  /** Number of lines with that time in the current stream. */
  #sent = 0;
  #isResuming = false;

  /** Starts another stream. @returns the `sinceTime` to request; undefined if no line was received yet */
  begin(): string | undefined {
    this.#sent = 0;
    this.#isResuming = this.#last !== undefined;
    if (this.#last === undefined) return undefined;
    return `${new Date(this.#last.seconds * 1000).toISOString().slice(0, -5)}Z`;
  }

  /** Whether a line of the stream is new. Lines without a time always count as new. */
  isNew(time: LogTime | undefined): boolean {
    if (time === undefined) return true;
    const order = this.#last === undefined ? 1 : compareTimes(time, this.#last);
    if (this.#isResuming && order < 0) return false;
    if (this.#isResuming && order === 0) {
      this.#sent += 1;
      if (this.#sent <= this.#taken) return false;
      this.#taken += 1;
      return true;
    }
    if (order > 0) {
      this.#last = time;
      this.#taken = 1;
      this.#isResuming = false;
    } else if (order === 0) this.#taken += 1;
    return true;
  }
}
