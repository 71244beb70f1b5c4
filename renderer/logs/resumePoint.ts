import { compareTimes, type LogTime } from "./logLine.ts";

/**
 * The point at which an interrupted log resumes. Servers round `sinceTime` to whole seconds and repeat that second;
 * lines with the same time are distinguished by counting them.
 */
export class ResumePoint {
  #last: LogTime | undefined;
  /** Number of lines of that time that were accepted. */
  #taken = 0;
  /** Number of lines of that time that the current stream has sent. */
  #sent = 0;
  #isResuming = false;

  /** Starts another stream. @returns the `sinceTime` to request; undefined when no line has come yet */
  begin(): string | undefined {
    this.#sent = 0;
    this.#isResuming = this.#last !== undefined;
    if (this.#last === undefined) return undefined;
    return `${new Date(this.#last.seconds * 1000).toISOString().slice(0, -5)}Z`;
  }

  /** Whether a line of the stream is new. Those without a time always are. */
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
