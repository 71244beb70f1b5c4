import type { ProgramMessage, SignalName, SpaceMessage, UserMessage } from "../messages.ts";

/** A command that runs in a machine. */
export interface MachineProcess {
  /** What `ps` shows. */
  readonly title: string;
  readonly user: UserMessage;
  signal(name: SignalName): void;
}

/** A process as others see it. */
export interface ListedProcess {
  readonly number: number;
  readonly title: string;
  readonly user: UserMessage;
  /** Whose own program it is; undefined for a command that was run in a container. */
  readonly container: string | undefined;
  /** Undefined for a program that runs outside of the shells. */
  readonly run: MachineProcess | undefined;
}

/** How many commands may run in a space: one that starts itself over and over stops there, and leaves room to the others. */
const MOST_RUNS = 256;

/** Processes that see each other: of one container, of all containers of a pod, or of a node. */
export class ProcessSpace {
  readonly #runs = new Map<number, MachineProcess>();
  /** The number of a container's own program. */
  readonly #programs = new Map<string, number>();
  #last = 1;

  /** @param first whose own program has the number 1 */
  constructor(first: string) {
    this.#programs.set(first, 1);
  }

  /** Whether commands that run there may start no others. */
  get isFull(): boolean {
    return this.#runs.size >= MOST_RUNS;
  }

  /** @param container whose own program it is; undefined for any other command. @returns its number */
  add(run: MachineProcess, container: string | undefined): number {
    const number = container === undefined ? this.#next() : this.numberOf(container);
    this.#runs.set(number, run);
    return number;
  }

  delete(number: number): void {
    this.#runs.delete(number);
  }

  /** All of them by their numbers. @param programs the containers' own programs that the node knows of */
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

  /** The number of a container's own program, which it keeps. */
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

/** The spaces by name. One is there as long as a machine is in it. */
export class ProcessSpaces {
  readonly #spaces = new Map<string, { readonly space: ProcessSpace; users: number }>();

  enter({ name, first, container }: SpaceMessage): ProcessSpace {
    const known = this.#spaces.get(name) ?? { space: new ProcessSpace(first), users: 0 };
    known.users += 1;
    // A container's own program is there before any other command of it.
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
