import type { Machine } from "./machine.ts";
import type { CallMessage, RunMessage } from "./messages.ts";
import type { Jobs, ShellChild } from "./processes/jobs.ts";
import type { ListedProcess, MachineProcess } from "./processes/processSpace.ts";
import type { RunSignals } from "./processes/runSignals.ts";
import type { ScriptParts } from "./script/scriptParts.ts";
import type { RunInput } from "./terminal/runInput.ts";

/** What a run needs of the world outside of its thread. */
export interface RunParts {
  readonly machine: Machine;
  readonly what: RunMessage;
  /** The command has started, or cannot be started, for a reason. */
  readonly begun?: ((problem: string | undefined) => void) | undefined;
  send(stream: "stdout" | "stderr", bytes: Uint8Array): void;
  /** It has read so many more bytes of what it is sent, or waits for more than these. */
  inputTaken?(bytes: number): void;
  /** @param onPart takes parts of the answer as they come */
  call(what: CallMessage, signal?: AbortSignal, onPart?: (bytes: Uint8Array) => void): Promise<unknown>;
  /** Any machine of the thread; undefined when there is none. */
  machineNumbered(number: number): Promise<Machine | undefined>;
  /** What it is to run in the background of a shell, in place of its command. */
  readonly job?: ShellJob | undefined;
  /** Where its input comes from; default: what it is sent. */
  readonly input?: RunInput | undefined;
  /** Where its own children print; default: where it prints itself. */
  readonly print?: Print | undefined;
}

/** Prints. @returns what resolves when there is room for more */
export type Print = (stream: "stdout" | "stderr", bytes: Uint8Array) => Promise<void> | void;

/** A command in the background of a shell. */
export interface ShellJob {
  /** A script that sets up what the shell knows, and then runs the command. */
  readonly script: string;
  /** What `ps` shows. */
  readonly title: string;
  /** The process of the shell, which `$$` tells. */
  readonly shell: number;
  /** What `$0` is. */
  readonly name: string;
  readonly isBash: boolean;
}

/** Another command that a run starts. */
export interface ChildMessage {
  readonly argv: readonly string[];
  /** What it finds in its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Without it, it is started in the foreground, and ends with the run. */
  readonly job?: ShellJob;
  /** All of its input; undefined for that of the run. */
  readonly stdin?: Uint8Array;
  /** Takes what it prints. Default: the run prints it. */
  readonly send?: Print;
  /** It has started, or cannot be started, for a reason. */
  readonly begun?: ((problem: string | undefined) => void) | undefined;
}

/** A run as its commands see it. */
export interface ShellProcess extends MachineProcess {
  /** Its number among the processes of its machine. */
  readonly process: number;
  readonly parts: RunParts;
  readonly input: RunInput;
  readonly signals: RunSignals;
  /** Its commands in the background. */
  readonly jobs: Jobs;
  readonly scriptParts: ScriptParts;
  /** What `$0` is. */
  readonly name: string;
  /** Whether it is bash, or runs a script of bash. */
  readonly isBash: boolean;
  /** The folder that it sees as the root of its files; empty for the machine's own. */
  root: string;
  /** What it sees of what runs. */
  processes(): Promise<readonly ListedProcess[]>;
  /** Starts another command, in the background or the foreground. @returns undefined when too many run already */
  spawn(child: ChildMessage): ShellChild | undefined;
  /** Prints. @returns what resolves when there is room for more */
  print(stream: "stdout" | "stderr", bytes: Uint8Array | string): Promise<void> | void;
}
