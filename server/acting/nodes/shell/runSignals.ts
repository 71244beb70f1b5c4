import type { SignalName } from "./messages.ts";

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
  readonly #sleepers = new Set<() => void>();
  #interrupted = false;
  #last: SignalName = "INT";
  /** Whether an interrupt ends only what the session does just now. */
  isSession = false;

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
    } else if (name === "INT" && this.isSession) this.#interrupted = true;
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
    for (const wake of [...this.#sleepers]) wake();
  }

  /** A signal that aborts when a wait is to end early. */
  async during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const waiting = new AbortController();
    const wake = (): void => waiting.abort();
    this.#sleepers.add(wake);
    try {
      if (this.#interrupted || this.#pending.length > 0) wake();
      return await work(waiting.signal);
    } finally {
      this.#sleepers.delete(wake);
    }
  }
}
