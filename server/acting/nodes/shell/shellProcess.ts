import type { Machine } from "./machine.ts";
import type { CallMessage, RunMessage } from "./messages.ts";
import type { Jobs, ShellChild } from "./processes/jobs.ts";
import type { ListedProcess, MachineProcess } from "./processes/processSpace.ts";
import type { RunSignals } from "./processes/runSignals.ts";
import type { ScriptParts } from "./script/scriptParts.ts";
import type { RunInput } from "./terminal/runInput.ts";

/** What a run needs from outside of its thread. */
export interface RunParts {
  readonly machine: Machine;
  readonly request: RunMessage;
  /** Called when the command has started, or with the reason why it cannot start. */
  readonly begun?: ((problem: string | undefined) => void) | undefined;
  send(stream: "stdout" | "stderr", bytes: Uint8Array): void;
  /** Called when the command has read this many more bytes of its input, or is waiting for more than these. */
  inputTaken?(bytes: number): void;
  /** @param onPart called with parts of the answer as they arrive */
  call(request: CallMessage, signal?: AbortSignal, onPart?: (bytes: Uint8Array) => void): Promise<unknown>;
  /** Returns any machine of the thread; undefined when there is none with this number. */
  machineNumbered(number: number): Promise<Machine | undefined>;
  /** The background job to run in place of the command. */
  readonly job?: ShellJob | undefined;
  /** Its input; default: what is sent to the run. */
  readonly input?: RunInput | undefined;
  /** Where the output of its children goes; default: its own output. */
  readonly print?: Print | undefined;
}

/** Prints. @returns a promise that resolves when there is room for more */
export type Print = (stream: "stdout" | "stderr", bytes: Uint8Array) => Promise<void> | void;

/** A background job of a shell. */
export interface ShellJob {
  /** A script that restores the shell's state, and then runs the command. */
  readonly script: string;
  /** The command line, as `ps` shows it. */
  readonly title: string;
  /** The process number of the shell, for `$$`. */
  readonly shell: number;
  /** The value of `$0`. */
  readonly name: string;
  readonly isBash: boolean;
}

/** A command that a run starts. */
export interface ChildMessage {
  readonly argv: readonly string[];
  /** The environment of the command. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Absent for a command in the foreground, which ends with the run. */
  readonly job?: ShellJob;
  /** The complete input; undefined to use the input of the run. */
  readonly stdin?: Uint8Array;
  /** Receives its output. Default: the run prints it. */
  readonly send?: Print;
  /** Called when it has started, or with the reason why it cannot start. */
  readonly begun?: ((problem: string | undefined) => void) | undefined;
}

/** A run as its commands see it. */
export interface ShellProcess extends MachineProcess {
  /** Its process number in the machine. */
  readonly process: number;
  readonly parts: RunParts;
  readonly input: RunInput;
  readonly signals: RunSignals;
  /** Its background jobs. */
  readonly jobs: Jobs;
  readonly scriptParts: ScriptParts;
  /** The value of `$0`. */
  readonly name: string;
  /** Whether it is bash, or runs a bash script. */
  readonly isBash: boolean;
  /** The root folder that it sees (as after `chroot`); empty for the machine's own. */
  root: string;
  /** The processes that it sees. */
  processes(): Promise<readonly ListedProcess[]>;
  /** Starts another command in the background or the foreground. @returns undefined when too many are running */
  spawn(child: ChildMessage): ShellChild | undefined;
  /** Prints. @returns a promise that resolves when there is room for more */
  print(stream: "stdout" | "stderr", bytes: Uint8Array | string): Promise<void> | void;
}
