import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ContainerProcess, PodRequest, PodResponse, ProcessOptions } from "../../../api/registry/podAccess.ts";
import type { FetchedMessage, FetchMessage } from "../shell/messages.ts";

/** The parameters with which a program starts. */
export interface ProgramStart {
  readonly image: string;
  /** Empty for the image's default. */
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  readonly workingDir: string;
  /** The pod's annotations, by which users control the behaviour of a simulated program. */
  readonly annotations: Readonly<Record<string, string>>;
  /** The pod's name, namespace and address. */
  readonly pod: { readonly name: string; readonly namespace: string; readonly address: string };
  readonly machine: ProgramMachine;
  /** The vocabulary of the cluster: its names for groups and domains. */
  readonly vocabulary: Vocabulary;
  /** Whether the container's input stays open for attached clients, and whether it is a terminal. */
  readonly stdin: boolean;
  readonly tty: boolean;
  /** Ports that the container declares. */
  readonly ports: readonly number[];
  readonly time: ProgramTime;
  /** The rights of the container. Default: those of root. */
  readonly rights?: ProgramRights | undefined;
  /** Whether it is PID 1 in its process space: then only signals that it handles itself, or `KILL`, end it. */
  readonly isFirst?: boolean | undefined;
  /** What waits for the program to complete: the other containers of its pod, or a job; undefined when nothing does. */
  readonly task?: "init" | "job" | undefined;
  /** Prints a text, which includes its line ends. */
  print(stream: "stdout" | "stderr", text: string): void;
}

/** The rights of a container's program. */
export interface ProgramRights {
  readonly isRoot: boolean;
  /** Whether the set-user-ID bit of a program takes effect: `allowPrivilegeEscalation`. */
  readonly mayGainMore: boolean;
  /** The lowest port on which it may listen. */
  readonly lowestPort: number;
  /** Whether nothing outside of volumes is writable. */
  readonly isRootReadOnly: boolean;
  /** The mount paths of volumes. */
  readonly mounts: readonly string[];
}

/** The sandbox's time, which users can stop or make run faster. */
export interface ProgramTime {
  /** Milliseconds since the epoch. */
  now(): number;
  /** The real time in milliseconds since the epoch, by which tokens and certificates are judged. */
  realNow(): number;
  /** Resolves after this many milliseconds, or at once when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The question of an HTTP probe. */
export interface HttpQuestion {
  readonly kind: "http";
  readonly port: number;
  readonly path: string;
  /** Absent for plain HTTP. */
  readonly scheme?: "https" | undefined;
  /** Absent for the pod itself. */
  readonly host?: string | undefined;
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The question of a TCP probe: whether something accepts connections at a port. */
export interface TcpQuestion {
  readonly kind: "tcp";
  readonly port: number;
  /** Absent for the pod itself. */
  readonly host?: string | undefined;
}

/** The question of a gRPC probe to a health service. */
export interface GrpcQuestion {
  readonly kind: "grpc";
  readonly port: number;
  /** The timeout in seconds. */
  readonly seconds: number;
}

/** The question of a probe. */
export type Question =
  | HttpQuestion
  | TcpQuestion
  | GrpcQuestion
  | { readonly kind: "exec"; readonly command: readonly string[] };

/** The result of a probe. */
export interface Reply {
  readonly ok: boolean;
  /** Why the probe failed, in the prober's words. */
  readonly text: string;
  /** A warning about a success. */
  readonly warning?: string;
  /** Whether the probe could not be sent at all: this says nothing about the program. */
  readonly isUnknown?: boolean;
  /** The exit code of a failed command. */
  readonly exitCode?: number;
}

/** The machine in which a program's container runs commands. */
export interface ProgramMachine {
  run(
    what: ProcessOptions & {
      readonly argv: readonly string[];
      readonly isMain?: boolean;
      /** Runs the program that simulates the image, when the command asks for it. @returns the exit code */
      serve?(argv: readonly string[], signal: AbortSignal): Promise<number>;
      /** Whether that program also substitutes for programs that the simulation does not have. */
      readonly isFallback?: boolean;
    },
  ): ContainerProcess & {
    readonly begun?: Promise<string | undefined>;
    signal(name: "TERM" | "KILL"): void;
  };
  /**
   * The first bytes of a file; null when it does not exist, undefined while the container has only the files of its
   * image.
   */
  file(path: string, most: number): Promise<Uint8Array | null | undefined>;
  /** The first bytes of a file on a volume; null when it does not exist. Opens the container's machine. */
  mounted(path: string, most: number): Promise<Uint8Array | null>;
  /**
   * Sends an HTTP request to another program of the sandbox.
   * @throws Error with a client's message when no response arrives
   */
  fetch(request: FetchMessage): Promise<FetchedMessage>;
  /** Sends a datagram. @returns the reply; undefined without a reply */
  datagram(host: string, port: number, text: string, protocol?: MessageProtocol): Promise<string | undefined>;
}

/** Protocols on which programs can listen. */
export type Protocol = "TCP" | "UDP" | "SCTP";
/** Protocols of single messages. */
export type MessageProtocol = Exclude<Protocol, "TCP">;

/** A message that arrives at a UDP or SCTP port. */
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
  /** The process of a program that reads input. */
  readonly process?: ContainerProcess;
  /** Whether the program accepts connections at a port. */
  listens?(port: number): boolean;
  /** Whether the program resets each connection at a port as soon as the client has sent something. */
  resets?(port: number): boolean;
  /**
   * The TLS identity at a port; undefined when the program does not speak TLS there. Absent for a program that never
   * does.
   */
  tls?(port: number): Promise<TlsIdentity> | undefined;
  /** Answers a request at a port that it listens on; undefined when it does not speak HTTP there. */
  handle?(request: PodRequest): Promise<PodResponse | undefined>;
  /**
   * Whether it receives messages at a port; absent for a program that receives none.
   * @param isLoopback whether they are sent to the loopback address, not to the pod's
   */
  listensOn?(port: number, protocol: MessageProtocol, isLoopback?: boolean): boolean;
  /** Receives a datagram. @returns the reply; undefined without a reply */
  receive?(datagram: Datagram): string | undefined;
  /** Resolves with the exit code when the program has ended; never rejects. */
  readonly exited: Promise<number>;
  /** Resolves when it has started, or with the reason why it cannot start; absent for a program that starts at once. */
  readonly begun?: Promise<string | undefined>;
  /** Sends a signal: `TERM` asks the program to end, `KILL` ends it. */
  signal(name: "TERM" | "KILL"): void;
  answer(question: Question): Promise<Reply>;
}

/** The simulation of an image. */
export interface Program {
  start(start: ProgramStart): RunningProgram;
}
