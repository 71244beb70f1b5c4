import type { Status } from "../../../shared/status.ts";
import type { TerminalSize } from "../../api/registry/podAccess.ts";

/** Receives what a client sends. */
export interface ClientListener {
  /**
   * Called with bytes of the command's input; with undefined at its end.
   * @returns a promise that resolves when there is room for more; undefined if there is room now
   */
  input(bytes: Uint8Array | undefined): Promise<void> | undefined;
  /** The size of the client's terminal. */
  resize(size: TerminalSize): void;
}

/** The streams between a client and a command, independent of the protocol. */
export interface CommandStreams {
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal;
  /** Registers the receiver of what the client sends. */
  listen(listener: ClientListener): void;
  /** Sends output. @returns a promise that resolves when there is room for more; undefined if there is room now */
  output(stream: "stdout" | "stderr", bytes: Uint8Array): Promise<void> | undefined;
  /** Reports the command's outcome, and ends the connection. */
  finish(status: Status | SuccessStatus): void;
}

/** The status with which the protocol reports success; it is not an answer of the API. */
export interface SuccessStatus {
  readonly metadata: Readonly<Record<string, never>>;
  readonly status: "Success";
}

/** The streams that a client requests. */
export interface RequestedStreams {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}
