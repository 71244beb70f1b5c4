import type { ProgramMessage, SignalName, SpaceMessage, UserMessage } from "../messages.ts";

/** A command that runs in a machine. */
export interface MachineProcess {
  /** The command line, as `ps` shows it. */
  readonly title: string;
  readonly user: UserMessage;
  signal(name: SignalName): void;
}

/** A process as other processes see it. */
export interface ListedProcess {
  readonly number: number;
  readonly title: string;
  readonly user: UserMessage;
  /** The container whose main program it is; undefined for a command that was run in a container. */
  readonly container: string | undefined;
  /** Undefined for a program that runs outside of the shell thread. */
  readonly run: MachineProcess | undefined;
}

/**
 * Maximum number of commands in a process space. It stops a command that starts itself recursively, and leaves room for
 * others.
 */
const MAX_RUNS = 256;

/** Processes that see each other: those of one container, of all containers of a pod, or of a node. */
export class ProcessSpace {
  readonly #runs = new Map<number, MachineProcess>();
  /** The process number of each container's main program. */
  readonly #programs = new Map<string, number>();
  #last = 1;

  /** @param first the container whose main program is process 1 */
  constructor(first: string) {
    this.#programs.set(first, 1);
  }

  /** Whether commands in this space cannot start further ones. */
  get isFull(): boolean {
    return this.#runs.size >= MAX_RUNS;
  }

  /** @param container the container whose main program it is; undefined for any other command. @returns its number */
  add(run: MachineProcess, container: string | undefined): number {
    const number = container === undefined ? this.#next() : this.numberOf(container);
    this.#runs.set(number, run);
    return number;
  }

  delete(number: number): void {
    this.#runs.delete(number);
  }

  /** All processes by number. @param programs the main programs that the node reports */
  list(programs: readonly ProgramMessage[]): ListedProcess[] {
    const listed = new Map<number, ListedProcess>();
    for (const { container, title, user } of programs) {
      const number = this.numberOf(container);
      listed.set(number, { number, title, user, container, run: undefined });
    }
    for (const [number, run] of this.#runs) {
      const { title, user } = run;
      listed.set(number, { number, title, user, container: listed.get(number)?.container, run });
    }
    return [...listed.values()].sort((a, b) => a.number - b.number);
  }

  /** The process number of a container's main program; it never changes. */
  numberOf(container: string): number {
    const known = this.#programs.get(container);
    if (known !== undefined) return known;
    const number = this.#next();
    this.#programs.set(container, number);
    return number;
  }

  #next(): number {
    this.#last += 1;
    return this.#last;
  }
}

/** The process spaces by name. A space exists as long as a machine uses it. */
export class ProcessSpaces {
  readonly #spaces = new Map<string, { readonly space: ProcessSpace; users: number }>();

  enter({ name, first, container }: SpaceMessage): ProcessSpace {
    const known = this.#spaces.get(name) ?? { space: new ProcessSpace(first), users: 0 };
    known.users += 1;
    // A container's main program gets its number before any other command of the container.
    known.space.numberOf(container);
    this.#spaces.set(name, known);
    return known.space;
  }

  leave(name: string): void {
    const known = this.#spaces.get(name);
    if (known === undefined) return;
    known.users -= 1;
    if (known.users === 0) this.#spaces.delete(name);
  }
}
