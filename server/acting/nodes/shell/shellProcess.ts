import type { Machine, MachineProcess } from "./machine.ts";
import type { CallMessage, RunMessage } from "./messages.ts";
import type { RunInput } from "./runInput.ts";
import type { RunSignals } from "./runSignals.ts";

/** What a run needs of the world outside of its thread. */
export interface RunParts {
  readonly machine: Machine;
  readonly what: RunMessage;
  send(stream: "stdout" | "stderr", bytes: Uint8Array): void;
  call(what: CallMessage, signal?: AbortSignal): Promise<unknown>;
}

/** A run as its commands see it. */
export interface ShellProcess extends MachineProcess {
  readonly parts: RunParts;
  readonly input: RunInput;
  readonly signals: RunSignals;
  /** Prints. @returns what resolves when there is room for more */
  print(stream: "stdout" | "stderr", bytes: Uint8Array | string): Promise<void> | void;
}
