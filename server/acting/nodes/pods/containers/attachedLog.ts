import type { ContainerProcess, OutputListener } from "../../../../api/registry/podAccess.ts";
import type { RunningProgram } from "../../programs/program.ts";
import type { ContainerLog } from "./containerLog.ts";

/** A client's attachment to a program that reads no input: it receives what the program prints from now on. */
export class AttachedLog implements ContainerProcess {
  readonly exited: Promise<number>;
  readonly #log: ContainerLog;

  constructor(program: RunningProgram, log: ContainerLog) {
    this.exited = program.exited;
    this.#log = log;
  }

  listen(onOutput: OutputListener): () => void {
    return this.#log.follow(
      ({ stream, text }) => void onOutput(stream, Buffer.from(text)),
      () => undefined,
    );
  }

  write(): undefined {}

  endInput(): void {}

  resize(): void {}

  /** A client that detaches does not end the program. */
  kill(): void {}
}
