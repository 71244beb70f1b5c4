import type { ProgramTime, RunningProgram } from "../../programs/program.ts";

/** Time until a node's agent has noticed a change, in milliseconds. */
const LOOK = 1_000;

/** Why a container is replaced, as the Event says after its name. */
export type Cause = "definition changed" | "resize requires restart";

export interface ReplacementParts {
  readonly time: ProgramTime;
  /** Aborts when the container is to be forgotten, whatever it does. */
  readonly ended: AbortSignal;
  /** Whether a program runs that has another image than the container is to have. */
  isOutdated(program: RunningProgram): boolean;
  /** Ends the program that runs. */
  end(why: Cause): Promise<void>;
}

/** Stops the program of a container that is to run with another image or other resources; its pod starts it again at once. */
export class ContainerReplacement {
  readonly #parts: ReplacementParts;
  #imageChanged = new AbortController();
  /** Whether the program was stopped, and the next does not run yet. */
  isUnderWay = false;

  constructor(parts: ReplacementParts) {
    this.#parts = parts;
  }

  /** Aborts when the container gets another image than it has now. */
  get imageChanged(): AbortSignal {
    return this.#imageChanged.signal;
  }

  /** The container has got another image. */
  imageHasChanged(): void {
    this.#imageChanged.abort();
    this.#imageChanged = new AbortController();
  }

  /** Stops a program whose image is no longer the container's, once the node's agent has noticed. */
  async look(program: RunningProgram): Promise<void> {
    const { time, ended, isOutdated } = this.#parts;
    if (!isOutdated(program)) return;
    await time.sleep(LOOK, ended);
    if (isOutdated(program) && !ended.aborted) await this.start("definition changed");
  }

  async start(why: Cause): Promise<void> {
    this.isUnderWay = true;
    await this.#parts.end(why);
  }
}
