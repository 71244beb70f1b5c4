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

/** Signals that a run is sent, and what its script wants to do about them. */
export class RunSignals {
  readonly #onEnd: (code: number) => void;
  readonly #traps = new Map<string, string>();
  readonly #pending: string[] = [];
  /** What ends waits early, and whether a signal with a trap does, too. */
  readonly #sleepers = new Map<() => void, boolean>();
  #interrupted = false;
  #last: SignalName = "INT";
  /** Whether an interrupt ends only what the session does just now. */
  isSession = false;
  /** Whether it is the first process: then a kernel leaves out what would end it, unless that comes from outside. */
  isFirst = false;

  /** @param onEnd the run is to end with this code */
  constructor(onEnd: (code: number) => void) {
    this.#onEnd = onEnd;
  }

  /** A trap's script; undefined where there is none. @param name `TERM`, `EXIT` … */
  trap(name: string): string | undefined {
    return this.#traps.get(name);
  }

  /** @param script undefined for what happens by itself, empty for nothing at all */
  setTrap(name: string, script: string | undefined): void {
    if (script === undefined) this.#traps.delete(name);
    else this.#traps.set(name, script);
  }

  get traps(): ReadonlyMap<string, string> {
    return this.#traps;
  }

  /** The exit code of a command that the last signal ended. */
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

  /** The next trap to run. */
  take(): string | undefined {
    return this.#pending.shift();
  }

  /** Whether what runs is to end early. */
  get isInterrupted(): boolean {
    return this.#interrupted;
  }

  /** What runs from now on was not interrupted. */
  goOn(): void {
    this.#interrupted = false;
  }

  /** Wakes all waits. */
  wake(): void {
    for (const wake of [...this.#sleepers.keys()]) wake();
  }

  /**
   * Lets a command in the foreground do something, with a signal that aborts when it is to end early. Traps wait for its end:
   * the signal went to the shell.
   */
  during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#until(work, false);
  }

  /** The same for a shell that waits itself: a trap ends that. */
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
