import type { TerminalSize } from "../../../api/registry/podAccess.ts";
import type { Holder } from "./processes/capabilities.ts";

/** Messages between the thread of the shells and the nodes. Machines, runs and calls are identified by numbers. */

/** A file of a machine or a volume, or a link to another path. */
export interface FileText {
  readonly path: string;
  readonly content: string | Uint8Array;
  /** Permission bits; default 0644. */
  readonly mode?: number;
  /** The owning user; default: root. */
  readonly user?: number | undefined;
  readonly group?: number | undefined;
}

/** The user of programs, by number as in a kernel. */
export interface UserMessage extends Holder {
  readonly group: number;
  /** All groups, with the primary one first. */
  readonly groups: readonly number[];
  /** Whether its programs cannot gain more privileges (`no_new_privs`). */
  readonly gainsNothing?: boolean;
  /** Whether a seccomp profile filters the system calls of its programs. */
  readonly isFiltered?: boolean;
}

/** A mounted volume of a machine. */
export interface MountMessage {
  readonly path: string;
  /** The volume's name; machines that use the same name share its files. */
  readonly volume: string;
  readonly readOnly: boolean;
  /** The mounted subfolder of the volume; empty for all of it. */
  readonly subPath: string;
  /** The group of its files; undefined for none. */
  readonly group?: number | undefined;
  /** Whether it is in memory. */
  readonly isInMemory: boolean;
  /** Size limit in bytes; undefined for none. */
  readonly most?: number | undefined;
}

/** The process space of a machine: machines with the same space see each other's processes. */
export interface SpaceMessage {
  readonly name: string;
  /** The name of the machine's own container in the space. */
  readonly container: string;
  /** The container whose main program is process 1. */
  readonly first: string;
}

/** A container's main program, as a process space shows it. */
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
  /** Whether everything outside of volumes is read-only. */
  readonly isRootReadOnly: boolean;
  /** Whether its small commands come from busybox. */
  readonly isBusybox?: boolean;
  /** Names of commands that its image lacks; `*` for all. */
  readonly lacks?: readonly string[] | undefined;
  readonly files: readonly FileText[];
  readonly mounts: readonly MountMessage[];
  /** Maximum bytes that may be written outside of its image and its volumes; undefined for no limit. */
  readonly most?: number | undefined;
}

/** Machines by number and volumes by name whose sizes are requested: see `Machine.written`. */
export interface UsageMessage {
  readonly machines: readonly number[];
  readonly volumes: readonly string[];
}

/** A command to run in a machine. */
export interface RunMessage {
  readonly argv: readonly string[];
  readonly env: readonly (readonly [string, string])[];
  readonly cwd: string;
  /** Whether input comes from a terminal, which echoes it. */
  readonly tty: boolean;
  /** Whether the command has an input. */
  readonly stdin: boolean;
  /** Whether it is the machine's main process. */
  readonly isMain: boolean;
  /** Whether it may start the program that simulates the container's image. */
  readonly serves?: boolean;
  /** Whether that program also substitutes for unknown programs, because the image is unknown. */
  readonly isFallback?: boolean;
}

/** The kinds of entries at a path. */
export type PathKind = "directory" | "file";

/** The end of a file from which bytes are read. */
export type FileEnd = "first" | "last";

export type SignalName = "TERM" | "KILL" | "INT" | "HUP" | "QUIT" | "USR1" | "USR2";

export interface ReadMessage {
  readonly type: "read";
  readonly call: number;
  readonly machine: number;
  readonly path: string;
  readonly most: number;
  readonly end: FileEnd;
}

export type ToShells =
  | { readonly type: "open"; readonly machine: number; readonly payload: MachineMessage }
  | { readonly type: "close"; readonly machine: number }
  | { readonly type: "volume"; readonly volume: string; readonly files: readonly FileText[]; readonly folder?: string }
  | { readonly type: "dropVolume"; readonly volume: string }
  | { readonly type: "run"; readonly run: number; readonly machine: number; readonly payload: RunMessage }
  | { readonly type: "input"; readonly run: number; readonly bytes: Uint8Array | undefined }
  | { readonly type: "resize"; readonly run: number; readonly size: TerminalSize }
  | { readonly type: "signal"; readonly run: number; readonly name: SignalName }
  /** The receiver has passed on this many bytes of a run's output. */
  | { readonly type: "taken"; readonly run: number; readonly bytes: number }
  /** Asks for the first or the last bytes of a file. */
  | ReadMessage
  /** Requests the sizes of machines and volumes. */
  | { readonly type: "usage"; readonly call: number; readonly of: UsageMessage }
  /** Requests the kind of entry at a path of a volume, which is created when it is wanted and missing. */
  | {
      readonly type: "look";
      readonly call: number;
      readonly volume: string;
      readonly path: string;
      readonly expected: PathKind | undefined;
    }
  /** A part of the answer to a call, before the complete answer. */
  | { readonly type: "part"; readonly call: number; readonly bytes: Uint8Array }
  | { readonly type: "ping" }
  | { readonly type: "reply"; readonly call: number; readonly value?: unknown; readonly failure?: string };

export type FromShells =
  | { readonly type: "pong" }
  /** The requested content; undefined when the file does not exist. */
  | { readonly type: "content"; readonly call: number; readonly bytes: Uint8Array | undefined }
  | { readonly type: "output"; readonly run: number; readonly stream: "stdout" | "stderr"; readonly bytes: Uint8Array }
  /** A run has read this many more bytes of its input, or is waiting for more than these. */
  | { readonly type: "inputTaken"; readonly run: number; readonly bytes: number }
  /** The requested kind; undefined when nothing exists there, or can be created there. */
  | { readonly type: "looked"; readonly call: number; readonly kind: PathKind | undefined }
  /** Sizes of machines and volumes in bytes, in the order of the request. */
  | { readonly type: "used"; readonly call: number; readonly machines: number[]; readonly volumes: number[] }
  /** A run has started, or cannot start for the given reason. */
  | { readonly type: "begun"; readonly run: number; readonly problem: string | undefined }
  | { readonly type: "exit"; readonly run: number; readonly code: number }
  | { readonly type: "call"; readonly call: number; readonly machine: number; readonly payload: CallMessage };

/** Calls for what a shell cannot do inside of its thread. */
export type CallMessage =
  | { readonly name: "now" }
  | { readonly name: "sleep"; readonly milliseconds: number }
  | { readonly name: "cancel"; readonly call: number }
  /** Requests the main programs of containers that the machine sees. */
  | { readonly name: "programs" }
  /** Sends a signal to one of them; the answer is whether that was possible. */
  | { readonly name: "signalProgram"; readonly container: string; readonly signal: SignalName }
  /**
   * Runs the program that simulates the container's image; the answer is its exit code. The program ends when the call
   * is cancelled.
   */
  | { readonly name: "serve"; readonly argv: readonly string[] }
  /** Requests the number of a container's machine; undefined when it has none. */
  | { readonly name: "machineOf"; readonly container: string }
  | { readonly name: "resolve"; readonly host: string }
  /** Requests the records of a name, in text form. */
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
  /**
   * Sends bytes over a connection and closes its sending side; the answer is everything received until the other side
   * ended.
   */
  | { readonly name: "exchange"; readonly host: string; readonly port: number; readonly bytes: Uint8Array }
  /** @see FetchMessage; with `inParts`, parts of the response body are also sent as they arrive. */
  | { readonly name: "fetch"; readonly request: FetchMessage; readonly inParts?: boolean }
  /** Sends a datagram; the answer is the text of the reply, undefined without one. */
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
  /** The address of the URL's host when the client has resolved it; otherwise the name service resolves it. */
  readonly address?: string | undefined;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /**
   * The trusted authorities for TLS: PEM certificates, or any certificate at all. Default: the publicly trusted
   * authorities.
   */
  readonly trust?: { readonly authorities: string } | "anyone" | undefined;
  /** Timeout in milliseconds, in addition to the network's own limit. */
  readonly time?: number | undefined;
}

/** The response to a {@link FetchMessage}. */
export interface FetchedMessage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /**
   * Why the response is incomplete: the timeout passed, it was too long, or the other side ended it. Absent for a
   * complete one.
   */
  readonly cut?: "time" | "size" | "end";
}
