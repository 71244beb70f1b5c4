import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ContainerProcess, PodRequest, PodResponse, ProcessOptions } from "../../../api/registry/podDoors.ts";
import type { FetchedMessage, FetchMessage } from "../shell/messages.ts";

/** What a program is started with. */
export interface ProgramStart {
  readonly image: string;
  /** Empty for what the image says. */
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  readonly workingDir: string;
  /** The pod's annotations, by which people tell how a simulated program is to behave. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Of the pod: its name, namespace and address. */
  readonly pod: { readonly name: string; readonly namespace: string; readonly address: string };
  readonly machine: ProgramMachine;
  /** What the cluster calls itself. */
  readonly vocabulary: Vocabulary;
  /** Whether the container's input stays open for clients that attach to it, and is a terminal. */
  readonly stdin: boolean;
  readonly tty: boolean;
  /** Ports that the container declares. */
  readonly ports: readonly number[];
  readonly time: ProgramTime;
  /** What its container may do. Default: what root may. */
  readonly rights?: ProgramRights | undefined;
  /** Whether it is the first of the processes that it sees: then only what it handles itself, or `KILL`, ends it. */
  readonly isFirst?: boolean | undefined;
  /** What waits for its end: the other containers of its pod, or a job; undefined where nothing does. */
  readonly task?: "init" | "job" | undefined;
  /** Takes what the program prints, with its line ends. */
  print(stream: "stdout" | "stderr", text: string): void;
}

/** What the program of a container may do. */
export interface ProgramRights {
  readonly isRoot: boolean;
  /** Whether the set-user-ID bit of a program takes effect: `allowPrivilegeEscalation`. */
  readonly mayGainMore: boolean;
  /** The lowest port on which it may listen. */
  readonly lowestPort: number;
  /** Whether nothing may be written outside of volumes. */
  readonly isRootReadOnly: boolean;
  /** Where volumes are mounted. */
  readonly mounts: readonly string[];
}

/** The sandbox's time: stops, and runs faster, when people want it to. */
export interface ProgramTime {
  /** Milliseconds since the epoch. */
  now(): number;
  /** The same in the world, by which tokens and certificates are judged. */
  world(): number;
  /** Resolves after so many milliseconds, or at once when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** What a probe asks over HTTP. */
export interface HttpQuestion {
  readonly kind: "http";
  readonly port: number;
  readonly path: string;
  /** Absent for plain HTTP. */
  readonly scheme?: "https" | undefined;
  /** Absent for the pod itself. */
  readonly host?: string | undefined;
  /** By their names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Whether something takes connections at a port. */
export interface TcpQuestion {
  readonly kind: "tcp";
  readonly port: number;
  /** Absent for the pod itself. */
  readonly host?: string | undefined;
}

/** What a probe asks a health service over gRPC. */
export interface GrpcQuestion {
  readonly kind: "grpc";
  readonly port: number;
  /** For how long it asks. */
  readonly seconds: number;
}

/** How a probe asks. */
export type Question =
  | HttpQuestion
  | TcpQuestion
  | GrpcQuestion
  | { readonly kind: "exec"; readonly command: readonly string[] };

/** The result of a probe. */
export interface Reply {
  readonly ok: boolean;
  /** Why not, in the words of the prober. */
  readonly text: string;
  /** What is odd about a success. */
  readonly warning?: string;
  /** Whether it could not be asked at all: that says nothing about the program. */
  readonly isUnknown?: boolean;
  /** With which a command ended that has failed. */
  readonly exitCode?: number;
}

/** Where a program's container runs commands. */
export interface ProgramMachine {
  run(
    what: ProcessOptions & {
      readonly argv: readonly string[];
      readonly isMain?: boolean;
      /** Runs the program that stands in for the image, when the command asks for it. @returns the exit code */
      serve?(argv: readonly string[], signal: AbortSignal): Promise<number>;
      /** Whether that program also stands in for programs that the simulation does not know. */
      readonly standsIn?: boolean;
    },
  ): ContainerProcess & {
    readonly begun?: Promise<string | undefined>;
    signal(name: "TERM" | "KILL"): void;
  };
  /**
   * The first bytes of a file; null when it is not there, undefined as long as the container has no files but those of its
   * image.
   */
  file(path: string, most: number): Promise<Uint8Array | null | undefined>;
  /** The first bytes of a file, which volumes bring; null when it is not there. The container gets files for it. */
  mounted(path: string, most: number): Promise<Uint8Array | null>;
  /** Asks another program of the sandbox over HTTP. @throws Error with the words of a client that gets no answer */
  fetch(request: FetchMessage): Promise<FetchedMessage>;
  /** Sends a datagram. @returns what came back; undefined for nothing */
  datagram(host: string, port: number, text: string, protocol?: MessageProtocol): Promise<string | undefined>;
}

/** Protocols on which programs listen. */
export type Protocol = "TCP" | "UDP" | "SCTP";
/** Those of single messages. */
export type MessageProtocol = Exclude<Protocol, "TCP">;

/** What comes to a port of UDP or SCTP. */
export interface Datagram {
  readonly protocol: MessageProtocol;
  readonly port: number;
  /** Address of the sender. */
  readonly from: string;
  readonly text: string;
}

/** A certificate and its key, as PEM. */
export interface TlsIdentity {
  readonly cert: Uint8Array;
  readonly key: Uint8Array;
}

/** A program that runs. */
export interface RunningProgram {
  /** Its process, where it is one that takes input. */
  readonly process?: ContainerProcess;
  /** Whether it takes connections at a port. */
  listens?(port: number): boolean;
  /** Whether it breaks off each connection at a port as soon as the client has said something. */
  resets?(port: number): boolean;
  /** What it shows clients at a port where it speaks TLS; absent for one that never does. */
  tls?(port: number): Promise<TlsIdentity> | undefined;
  /** Answers a request at a port that it listens on; undefined where it does not speak HTTP. */
  handle?(request: PodRequest): Promise<PodResponse | undefined>;
  /**
   * Whether it takes messages at a port; absent for one that takes none.
   * @param isLoopback whether they come to the loopback address, not to the pod's
   */
  hears?(port: number, protocol: MessageProtocol, isLoopback?: boolean): boolean;
  /** Takes a datagram. @returns what it sends back; undefined for nothing */
  hear?(datagram: Datagram): string | undefined;
  /** Resolves with the exit code when it has ended; never rejects. */
  readonly exited: Promise<number>;
  /** Resolves when it has started, or with the reason why it cannot be; absent for one that starts at once. */
  readonly begun?: Promise<string | undefined>;
  /** Sends a signal: `TERM` asks it to end, `KILL` ends it. */
  signal(name: "TERM" | "KILL"): void;
  answer(question: Question): Promise<Reply>;
}

/** What stands in for an image. */
export interface Program {
  start(start: ProgramStart): RunningProgram;
}
