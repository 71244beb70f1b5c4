import type { Machine } from "./machine.ts";
import type { CallMessage, RunMessage } from "./messages.ts";
import type { ListedProcess, MachineProcess } from "./processSpace.ts";
import type { RunInput } from "./runInput.ts";
import type { RunSignals } from "./runSignals.ts";

/** What a run needs of the world outside of its thread. */
export interface RunParts {
  readonly machine: Machine;
  readonly what: RunMessage;
  /** The command has started, or cannot be started, for a reason. */
  begun?(problem: string | undefined): void;
  send(stream: "stdout" | "stderr", bytes: Uint8Array): void;
  /** @param onPart takes parts of the answer as they come */
  call(what: CallMessage, signal?: AbortSignal, onPart?: (bytes: Uint8Array) => void): Promise<unknown>;
  /** Any machine of the thread; undefined when there is none. */
  machineNumbered(number: number): Promise<Machine | undefined>;
}

/** A run as its commands see it. */
export interface ShellProcess extends MachineProcess {
  /** Its number among the processes of its machine. */
  readonly process: number;
  readonly parts: RunParts;
  readonly input: RunInput;
  readonly signals: RunSignals;
  /** The folder that it sees as the root of its files; empty for the machine's own. */
  root: string;
  /** What it sees of what runs. */
  processes(): Promise<readonly ListedProcess[]>;
  /** Prints. @returns what resolves when there is room for more */
  print(stream: "stdout" | "stderr", bytes: Uint8Array | string): Promise<void> | void;
}
