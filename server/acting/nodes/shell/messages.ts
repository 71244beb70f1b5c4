import type { TerminalSize } from "../../../api/registry/podDoors.ts";
import type { Holder } from "./processes/capabilities.ts";

/** What the thread of the shells and the nodes tell each other. Numbers name machines, runs and calls. */

/** A file of a machine or a volume, or a link to another one. */
export interface FileText {
  readonly path: string;
  readonly content: string | Uint8Array;
  /** Permission bits; default 0644. */
  readonly mode?: number;
  /** Whose it is; default root's. */
  readonly user?: number | undefined;
  readonly group?: number | undefined;
}

/** As whom programs run: numbers, as a kernel knows them. */
export interface UserMessage extends Holder {
  readonly group: number;
  /** All groups, the first among them. */
  readonly groups: readonly number[];
  /** Whether its programs may gain no rights beside those that it has. */
  readonly gainsNothing?: boolean;
  /** Whether a profile filters what its programs ask of the kernel. */
  readonly isFiltered?: boolean;
}

/** A volume at its place in a machine. */
export interface MountMessage {
  readonly path: string;
  /** Machines that name the same volume share its files. */
  readonly volume: string;
  readonly readOnly: boolean;
  /** The part of the volume that is mounted; empty for all of it. */
  readonly subPath: string;
  /** The group that its files get; undefined for none. */
  readonly group?: number | undefined;
  /** Whether it lies in memory. */
  readonly isInMemory: boolean;
  /** Bytes that there is room for; undefined for any number. */
  readonly most?: number | undefined;
}

/** Which processes a machine sees: those of all machines that name the same space. */
export interface SpaceMessage {
  readonly name: string;
  /** What the machine's own container is called there. */
  readonly container: string;
  /** The container whose own program has the number 1. */
  readonly first: string;
}

/** A container's own program, as a space shows it. */
export interface ProgramMessage {
  readonly container: string;
  readonly title: string;
  readonly user: UserMessage;
}

/** A machine is what a container sees: files, a host name, processes. */
export interface MachineMessage {
  readonly hostname: string;
  readonly space: SpaceMessage;
  readonly user: UserMessage;
  /** Whether nothing may be written outside of the volumes. */
  readonly isRootReadOnly: boolean;
  /** Whether its small commands are those of busybox. */
  readonly isBusybox?: boolean;
  /** Names of commands that its image does not have; `*` for all. */
  readonly lacks?: readonly string[] | undefined;
  readonly files: readonly FileText[];
  readonly mounts: readonly MountMessage[];
  /** Bytes that may be written beside its image and its volumes; undefined for any number. */
  readonly most?: number | undefined;
}

/** Machines and volumes by their numbers and names, and how many bytes each holds: see `Machine.written`. */
export interface UsageMessage {
  readonly machines: readonly number[];
  readonly volumes: readonly string[];
}

/** A command that is run in a machine. */
export interface RunMessage {
  readonly argv: readonly string[];
  readonly env: readonly (readonly [string, string])[];
  readonly cwd: string;
  /** Whether input comes from a terminal, which shows what is typed. */
  readonly tty: boolean;
  /** Whether there is any input. */
  readonly stdin: boolean;
  /** Whether it is the machine's first process. */
  readonly isMain: boolean;
  /** Whether it may start the program that stands in for the container's image. */
  readonly serves?: boolean;
  /** Whether that program also stands in for unknown programs: those of an unknown image. */
  readonly standsIn?: boolean;
}

/** What may be at a path. */
export type PathKind = "directory" | "file";

export type SignalName = "TERM" | "KILL" | "INT" | "HUP" | "QUIT" | "USR1" | "USR2";

export type ToShells =
  | { readonly type: "open"; readonly machine: number; readonly what: MachineMessage }
  | { readonly type: "close"; readonly machine: number }
  | { readonly type: "volume"; readonly volume: string; readonly files: readonly FileText[] }
  | { readonly type: "dropVolume"; readonly volume: string }
  | { readonly type: "run"; readonly run: number; readonly machine: number; readonly what: RunMessage }
  | { readonly type: "input"; readonly run: number; readonly bytes: Uint8Array | undefined }
  | { readonly type: "resize"; readonly run: number; readonly size: TerminalSize }
  | { readonly type: "signal"; readonly run: number; readonly name: SignalName }
  /** The receiver has passed on this many bytes of a run's output. */
  | { readonly type: "taken"; readonly run: number; readonly bytes: number }
  /** Asks for the first bytes of a file. */
  | {
      readonly type: "read";
      readonly call: number;
      readonly machine: number;
      readonly path: string;
      readonly most: number;
    }
  /** Asks how many bytes machines and volumes hold. */
  | { readonly type: "usage"; readonly call: number; readonly of: UsageMessage }
  /** Asks what is at a path of a volume, which is made when it is wanted and not there. */
  | {
      readonly type: "look";
      readonly call: number;
      readonly volume: string;
      readonly path: string;
      readonly wanted: PathKind | undefined;
    }
  /** A part of what a call is answered with, before the whole of it. */
  | { readonly type: "part"; readonly call: number; readonly bytes: Uint8Array }
  | { readonly type: "ping" }
  | { readonly type: "reply"; readonly call: number; readonly value?: unknown; readonly failure?: string };

export type FromShells =
  | { readonly type: "pong" }
  /** What was asked for; undefined when there is no such file. */
  | { readonly type: "content"; readonly call: number; readonly bytes: Uint8Array | undefined }
  | { readonly type: "output"; readonly run: number; readonly stream: "stdout" | "stderr"; readonly bytes: Uint8Array }
  /** A run has read this many more bytes of its input, or waits for more than these. */
  | { readonly type: "inputTaken"; readonly run: number; readonly bytes: number }
  /** What was asked for; undefined when nothing is there, nor can be made there. */
  | { readonly type: "looked"; readonly call: number; readonly kind: PathKind | undefined }
  /** How many bytes machines and volumes hold, in the order in which they were named. */
  | { readonly type: "used"; readonly call: number; readonly machines: number[]; readonly volumes: number[] }
  /** A run has started, or cannot be started, for a reason. */
  | { readonly type: "begun"; readonly run: number; readonly problem: string | undefined }
  | { readonly type: "exit"; readonly run: number; readonly code: number }
  | { readonly type: "call"; readonly call: number; readonly machine: number; readonly what: CallMessage };

/** What a shell cannot do inside of its thread. */
export type CallMessage =
  | { readonly name: "now" }
  | { readonly name: "sleep"; readonly milliseconds: number }
  | { readonly name: "cancel"; readonly call: number }
  /** The containers' own programs that the machine sees. */
  | { readonly name: "programs" }
  /** Sends one of them a signal; the answer is whether that was possible. */
  | { readonly name: "signalProgram"; readonly container: string; readonly signal: SignalName }
  /** Runs the program that stands in for the container's image; the answer is its exit code. It ends with the call. */
  | { readonly name: "serve"; readonly argv: readonly string[] }
  /** The number of a container's machine; undefined where there is none. */
  | { readonly name: "machineOf"; readonly container: string }
  | { readonly name: "resolve"; readonly host: string }
  /** The records of a name, as texts. */
  | {
      readonly name: "records";
      readonly question: { readonly name: string; readonly type: string; readonly isSearched: boolean };
    }
  | {
      readonly name: "connect";
      readonly host: string;
      readonly port: number;
      readonly protocol?: "TCP" | "UDP" | "SCTP";
    }
  /** Sends bytes over a connection and ends its own side; the answer is what came back until the other side ended. */
  | { readonly name: "exchange"; readonly host: string; readonly port: number; readonly bytes: Uint8Array }
  /** @see FetchMessage; with parts, the body of the answer is told as it comes, too. */
  | { readonly name: "fetch"; readonly request: FetchMessage; readonly inParts?: boolean }
  /** Sends a datagram; the answer is the text that came back, undefined for none. */
  | {
      readonly name: "datagram";
      readonly host: string;
      readonly port: number;
      readonly text: string;
      readonly protocol?: "UDP" | "SCTP";
    };

/** An HTTP request of a program to another one of the sandbox. */
export interface FetchMessage {
  readonly url: string;
  /** Where the host of the URL is, when the client knows it; otherwise the name service says so. */
  readonly address?: string | undefined;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /**
   * Over TLS: whom it trusts. Certificates of authorities as PEM, or anyone who answers; without it, those that the public
   * trusts.
   */
  readonly trust?: { readonly authorities: string } | "anyone" | undefined;
  /** Milliseconds that it may take, beside the network's own limit. */
  readonly time?: number | undefined;
}

/** Its answer. */
export interface FetchedMessage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Why it is not the whole answer: its time was over, it is too long, the other side ended it; absent for a whole one. */
  readonly cut?: "time" | "size" | "end";
}
