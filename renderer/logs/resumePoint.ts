import { compareTimes, type LogTime } from "./logLine.ts";

/**
 * Where a log that broke off goes on. Servers count `sinceTime` in whole seconds and send that second once more; lines of the
 * same moment are told apart by their number.
 */
export class ResumePoint {
  #last: LogTime | undefined;
  /** How many lines of that moment were taken. */
  #taken = 0;
  /** How many lines of that moment the stream that runs has sent. */
  #sent = 0;
  #isResuming = false;

  /** Another stream begins. @returns the `sinceTime` to ask for; undefined when nothing came yet */
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
