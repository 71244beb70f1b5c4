import type { SignalName } from "../messages.ts";

const NUMBERS: Readonly<Record<SignalName, number>> = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  KILL: 9,
  USR1: 10,
  USR2: 12,
  TERM: 15,
};

/** The signals sent to a run, and the traps that its script has set. */
export class RunSignals {
  readonly #onEnd: (code: number) => void;
  readonly #traps = new Map<string, string>();
  readonly #pending: string[] = [];
  /** Functions that end waits, and whether a trapped signal ends the wait, too. */
  readonly #sleepers = new Map<() => void, boolean>();
  #interrupted = false;
  #last: SignalName = "INT";
  /** Whether an interrupt ends only the session's current command. */
  isSession = false;
  /** Whether it is PID 1: a kernel then ignores signals that would end it, unless they come from outside. */
  isFirst = false;

  /** @param onEnd called with the exit code when a signal ends the run */
  constructor(onEnd: (code: number) => void) {
    this.#onEnd = onEnd;
  }

  /** The script of a trap; undefined without a trap. @param name `TERM`, `EXIT` … */
  trap(name: string): string | undefined {
    return this.#traps.get(name);
  }

  /** @param script undefined restores the default action, an empty text ignores the signal */
  setTrap(name: string, script: string | undefined): void {
    if (script === undefined) this.#traps.delete(name);
    else this.#traps.set(name, script);
  }

  get traps(): ReadonlyMap<string, string> {
    return this.#traps;
  }

  /** The exit code of a command that was ended by the last signal. */
  get lastCode(): number {
    return 128 + NUMBERS[this.#last];
  }

  send(name: SignalName): void {
    this.#last = name;
    const script = name === "KILL" ? undefined : this.#traps.get(name);
    if (script !== undefined) {
      if (script !== "") this.#pending.push(script);
      for (const [wake, isForTraps] of [...this.#sleepers]) if (isForTraps) wake();
      return;
    }
    if (name === "INT" && this.isSession) this.#interrupted = true;
    else if (this.isFirst && name !== "KILL") return;
    else this.#onEnd(128 + NUMBERS[name]);
    this.wake();
  }

  /** Removes and returns the next trap to run. */
  take(): string | undefined {
    return this.#pending.shift();
  }

  /** Whether the current command must end early. */
  get isInterrupted(): boolean {
    return this.#interrupted;
  }

  /** Clears the interrupt for the commands that follow. */
  goOn(): void {
    this.#interrupted = false;
  }

  /** Ends all waits. */
  wake(): void {
    for (const wake of [...this.#sleepers.keys()]) wake();
  }

  /**
   * Runs a foreground command's work with a signal that aborts when it must end early. A trap runs only after the work:
   * its signal was sent to the shell, not to the command.
   */
  during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#until(work, false);
  }

  /** The same for a wait of the shell itself, which a trap ends. */
  waiting<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#until(work, true);
  }

  async #until<T>(work: (signal: AbortSignal) => Promise<T>, isForTraps: boolean): Promise<T> {
    const waiting = new AbortController();
    const wake = (): void => waiting.abort();
    this.#sleepers.set(wake, isForTraps);
    try {
      if (this.#interrupted || (isForTraps && this.#pending.length > 0)) wake();
      return await work(waiting.signal);
    } finally {
      this.#sleepers.delete(wake);
    }
  }
}
