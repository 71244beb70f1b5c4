import type { ProgramTime, RunningProgram } from "../../programs/program.ts";

/** Milliseconds until a node's agent notices a change. */
const NOTICE_DELAY = 1_000;

/** Why a container is replaced; in the Event's message it follows the container's name. */
export type Cause = "definition changed" | "resize requires restart";

export interface ReplacementParts {
  readonly time: ProgramTime;
  /** Aborts when the container must be dropped, in whatever state it is. */
  readonly ended: AbortSignal;
  /** Whether the running program has another image than the container's spec. */
  isOutdated(program: RunningProgram): boolean;
  /** Ends the running program. */
  end(cause: Cause): Promise<void>;
}

/**
 * Stops the program of a container whose image or resources have changed; the pod then restarts the container
 * immediately. Also knows when a failed probe has stopped it.
 */
export class ContainerReplacement {
  readonly #parts: ReplacementParts;
  #imageChanged = new AbortController();
  #isUnderWay = false;
  #hasFailedProbe = false;

  constructor(parts: ReplacementParts) {
    this.#parts = parts;
  }

  /** Whether the program was stopped and the next one does not run yet. */
  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  /** Whether the program was stopped because a probe failed. */
  get hasFailedProbe(): boolean {
    return this.#hasFailedProbe;
  }

  /** Called when the program is stopped because a probe failed, and is to be started again. */
  probeHasFailed(): void {
    this.#isUnderWay = true;
    this.#hasFailedProbe = true;
  }

  /** Called when the next program runs, or when it does not. */
  end(): void {
    this.#isUnderWay = false;
    this.#hasFailedProbe = false;
  }

  /** Aborts when the container gets another image than its current one. */
  get imageChanged(): AbortSignal {
    return this.#imageChanged.signal;
  }

  /** Called when the container has got another image. */
  imageHasChanged(): void {
    this.#imageChanged.abort();
    this.#imageChanged = new AbortController();
  }

  /** Stops a program whose image is outdated, after the agent's delay in noticing it. */
  async check(program: RunningProgram): Promise<void> {
    const { time, ended, isOutdated } = this.#parts;
    if (!isOutdated(program)) return;
    await time.sleep(NOTICE_DELAY, ended);
    if (isOutdated(program) && !ended.aborted) await this.start("definition changed");
  }

  async start(cause: Cause): Promise<void> {
    this.#isUnderWay = true;
    this.#hasFailedProbe = false;
    await this.#parts.end(cause);
  }
}
