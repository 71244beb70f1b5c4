import type { Duplex } from "node:stream";

/** A line that a container has printed. */
export interface LogLine {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly stream: "stdout" | "stderr";
  /** With its line end, when there is one. */
  readonly text: string;
}

/** What one run of a container has printed. */
export interface LogSource {
  readonly lines: readonly LogLine[];
  /** Calls back for every later line, and once when there will be none. @returns what ends it */
  follow(onLine: (line: LogLine) => void, onEnd: () => void): () => void;
}

/** How a command is run in a container. */
export interface ProcessOptions {
  /** Whether its input is a terminal. */
  readonly tty: boolean;
  /** Whether there is any input. */
  readonly stdin: boolean;
}

/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** Takes output. A program that prints waits for the returned promise. */
export type OutputListener = (stream: "stdout" | "stderr", bytes: Uint8Array) => Promise<void> | void;

/** Something that runs in a container: a command, or its own program. */
export interface ContainerProcess {
  /** Resolves with the exit code; never rejects. */
  readonly exited: Promise<number>;
  /** Why the command could not be started at all, in the words of a container's runtime; known once it has ended. */
  readonly problem?: string | undefined;
  /** Calls back with what it prints. @returns what ends it */
  listen(onOutput: OutputListener): () => void;
  /** Sends it input. @returns what resolves when there is room for more, or it has ended; undefined where there is room */
  write(bytes: Uint8Array): Promise<void> | undefined;
  /** Nothing more comes to its input. */
  endInput(): void;
  /** Its terminal has this size from now on. Without a terminal it has no effect. */
  resize(size: TerminalSize): void;
  kill(): void;
}

/** The ways to a container that runs, or has run. */
export interface ContainerDoors {
  readonly isRunning: boolean;
  /** Runs a command in it. It must be running. */
  exec(command: readonly string[], options: ProcessOptions): ContainerProcess;
  /** Its own program. It must be running. */
  attach(): ContainerProcess;
  /** Why there is no log yet; undefined when there is one. */
  readonly waiting: string | undefined;
  readonly log: LogSource;
  /** Of the run before. */
  readonly previousLog: LogSource | undefined;
}

/** An HTTP request to a port of a pod. */
export interface PodRequest {
  readonly port: number;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface PodResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Names a pod and the node that runs it. */
export interface PlacedPod {
  readonly node: string;
  readonly namespace: string;
  readonly name: string;
}

/** Finds containers on the nodes that this server reaches. */
export interface PodDoors {
  /** Whether a node is one of them. */
  reaches(node: string): boolean;
  container(pod: PlacedPod, container: string): ContainerDoors | undefined;
  /** Sends a request to the program that listens at a port; undefined where none does, or it does not speak HTTP. */
  request(pod: PlacedPod, request: PodRequest): Promise<PodResponse | undefined>;
  /** A connection to a port; undefined where no program listens. */
  dial(pod: PlacedPod, port: number): Duplex | undefined;
  /** Sends a request to a port of a node: to its agent's own, or to what listens there; undefined where nothing does. */
  requestNode(node: string, request: PodRequest): Promise<PodResponse | undefined>;
}

/** The port of a node on which its agent serves. */
export const AGENT_PORT = 10250;

/** Where the component that runs pods opens the doors, and closes them when it stops. */
export class DoorKeeper implements PodDoors {
  #doors: PodDoors | undefined;

  /** @param doors undefined closes them */
  open(doors: PodDoors | undefined): void {
    this.#doors = doors;
  }

  reaches(node: string): boolean {
    return this.#doors?.reaches(node) ?? false;
  }

  container(pod: PlacedPod, container: string): ContainerDoors | undefined {
    return this.#doors?.container(pod, container);
  }

  async request(pod: PlacedPod, request: PodRequest): Promise<PodResponse | undefined> {
    return this.#doors?.request(pod, request);
  }

  dial(pod: PlacedPod, port: number): Duplex | undefined {
    return this.#doors?.dial(pod, port);
  }

  async requestNode(node: string, request: PodRequest): Promise<PodResponse | undefined> {
    return this.#doors?.requestNode(node, request);
  }
}
