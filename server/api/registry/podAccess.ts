import type { Duplex } from "node:stream";

/** A line that a container has printed. */
export interface LogLine {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly stream: "stdout" | "stderr";
  /** Includes the line end, if there is one. */
  readonly text: string;
}

/** The output of one run of a container. */
export interface LogSource {
  readonly lines: readonly LogLine[];
  /** Calls `onLine` for every later line and `onEnd` once after the last. @returns a function that stops following */
  follow(onLine: (line: LogLine) => void, onEnd: () => void): () => void;
}

/** How a command is run in a container. */
export interface ProcessOptions {
  /** Whether the input is a terminal. */
  readonly tty: boolean;
  /** Whether there is any input. */
  readonly stdin: boolean;
}

/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** Receives output. The program's next output waits for the returned promise. */
export type OutputListener = (stream: "stdout" | "stderr", bytes: Uint8Array) => Promise<void> | void;

/** A process in a container: a command, or the container's main program. */
export interface ContainerProcess {
  /** Resolves with the exit code; never rejects. */
  readonly exited: Promise<number>;
  /** Why the command could not be started, in the words of a container runtime; known once the process has ended. */
  readonly problem?: string | undefined;
  /** Calls `onOutput` with the output. @returns a function that stops listening */
  listen(onOutput: OutputListener): () => void;
  /**
   * Sends input.
   * @returns undefined when there is room for more; otherwise a promise that resolves once there is room or the process
   *   has ended
   */
  write(bytes: Uint8Array): Promise<void> | undefined;
  /** Closes the input. */
  endInput(): void;
  /** Sets the size of the terminal. Without a terminal it has no effect. */
  resize(size: TerminalSize): void;
  kill(): void;
}

/** Access to a container that runs or has run. */
export interface ContainerAccess {
  readonly isRunning: boolean;
  /** Runs a command in the container, which must be running. */
  exec(command: readonly string[], options: ProcessOptions): ContainerProcess;
  /** The container's main program. The container must be running. */
  attach(): ContainerProcess;
  /** Why there is no log yet; undefined when there is one. */
  readonly waiting: string | undefined;
  readonly log: LogSource;
  /** Log of the previous run. */
  readonly previousLog: LogSource | undefined;
}

/** An HTTP request to a port of a pod. */
export interface PodRequest {
  readonly port: number;
  readonly method: string;
  /** Includes the query. */
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

/** Gives access to the containers on the nodes that this server reaches. */
export interface PodAccess {
  /** Whether this server reaches the node. */
  reaches(node: string): boolean;
  container(pod: PlacedPod, container: string): ContainerAccess | undefined;
  /**
   * Sends a request to the program that listens on a port. Returns undefined when none listens or it does not speak
   * HTTP.
   */
  request(pod: PlacedPod, request: PodRequest): Promise<PodResponse | undefined>;
  /** Connects to a port; returns undefined when no program listens. */
  dial(pod: PlacedPod, port: number): Duplex | undefined;
  /**
   * Sends a request to a port of a node: the node agent's port, or that of a listening program. Returns undefined when
   * nothing listens.
   */
  requestNode(node: string, request: PodRequest): Promise<PodResponse | undefined>;
}

/** The port on which a node's agent listens. */
export const AGENT_PORT = 10250;

/** Delegates to the component that runs pods, which sets itself as the delegate at start and removes itself when it stops. */
export class DelegatingPodAccess implements PodAccess {
  #delegate: PodAccess | undefined;

  /** @param delegate undefined to remove it */
  delegateTo(delegate: PodAccess | undefined): void {
    this.#delegate = delegate;
  }

  reaches(node: string): boolean {
    return this.#delegate?.reaches(node) ?? false;
  }

  container(pod: PlacedPod, container: string): ContainerAccess | undefined {
    return this.#delegate?.container(pod, container);
  }

  async request(pod: PlacedPod, request: PodRequest): Promise<PodResponse | undefined> {
    return this.#delegate?.request(pod, request);
  }

  dial(pod: PlacedPod, port: number): Duplex | undefined {
    return this.#delegate?.dial(pod, port);
  }

  async requestNode(node: string, request: PodRequest): Promise<PodResponse | undefined> {
    return this.#delegate?.requestNode(node, request);
  }
}
