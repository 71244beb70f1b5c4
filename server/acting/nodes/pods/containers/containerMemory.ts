import type { Container } from "kubernetes-types/core/v1";
import { outgrowsMemory } from "../../load/containerLoad.ts";
import type { ProgramTime, RunningProgram } from "../../programs/program.ts";

/** Milliseconds until a program has filled the memory that it may have. */
const FILLING = 500;

export interface MemoryParts {
  readonly time: ProgramTime;
  /** Aborts when the container is to be forgotten. */
  readonly ended: AbortSignal;
  /** The program that runs now. */
  program(): RunningProgram | undefined;
}

/** Ends a container's program when there is no memory left for it. */
export class ContainerMemory {
  readonly #parts: MemoryParts;
  #hasKilled = false;

  constructor(parts: MemoryParts) {
    this.#parts = parts;
  }

  /** Lets a program fill its memory, where it does. @param started when it did, in milliseconds since the epoch */
  async watch(
    program: RunningProgram,
    spec: Container,
    { annotations, started }: { readonly annotations: Readonly<Record<string, string>>; readonly started: number },
  ): Promise<void> {
    const { time, ended } = this.#parts;
    const after = outgrowsMemory(spec, annotations);
    if (after === undefined) return;
    await time.sleep(FILLING + Math.max(0, started + after - time.now()), ended);
    if (this.#parts.program() === program && !ended.aborted) this.kill();
  }

  kill(): void {
    const program = this.#parts.program();
    this.#hasKilled = program !== undefined;
    program?.signal("KILL");
  }

  /** Whether that has ended the last program; asked once. */
  takeBlame(): boolean {
    const hasKilled = this.#hasKilled;
    this.#hasKilled = false;
    return hasKilled;
  }
}
