import type { Container } from "kubernetes-types/core/v1";
import { exceedsMemory } from "../../load/containerLoad.ts";
import type { ProgramTime, RunningProgram } from "../../programs/program.ts";

/** Milliseconds until a program has filled its memory limit. */
const FILLING = 500;

export interface MemoryParts {
  readonly time: ProgramTime;
  /** Aborts when the container must be dropped. */
  readonly ended: AbortSignal;
  /** The program that currently runs. */
  program(): RunningProgram | undefined;
}

/** Kills a container's program when it exceeds the memory limit. */
export class ContainerMemory {
  readonly #parts: MemoryParts;
  #hasKilled = false;

  constructor(parts: MemoryParts) {
    this.#parts = parts;
  }

  /**
   * Lets a program run out of memory if its load exceeds the limit.
   * @param started start time in milliseconds since the epoch
   */
  async watch(
    program: RunningProgram,
    spec: Container,
    { annotations, started }: { readonly annotations: Readonly<Record<string, string>>; readonly started: number },
  ): Promise<void> {
    const { time, ended } = this.#parts;
    const after = exceedsMemory(spec, annotations);
    if (after === undefined) return;
    await time.sleep(FILLING + Math.max(0, started + after - time.now()), ended);
    if (this.#parts.program() === program && !ended.aborted) this.kill();
  }

  kill(): void {
    const program = this.#parts.program();
    this.#hasKilled = program !== undefined;
    program?.signal("KILL");
  }

  /** Whether the last program was killed for memory; reading it resets it. */
  takeBlame(): boolean {
    const hasKilled = this.#hasKilled;
    this.#hasKilled = false;
    return hasKilled;
  }
}
