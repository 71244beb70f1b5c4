import type { Status } from "../../../shared/status.ts";
import type { TerminalSize } from "../../api/registry/podDoors.ts";

/** Takes what a client sends. */
export interface ClientListener {
  /**
   * For the command's input; undefined at its end. @returns what resolves when there is room for more; undefined where there is
   */
  input(bytes: Uint8Array | undefined): Promise<void> | undefined;
  /** The size of the client's terminal. */
  resize(size: TerminalSize): void;
}

/** The streams between a client and a command, whatever protocol carries them. */
export interface CommandStreams {
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
  /** Calls back with what the client sends. */
  listen(listener: ClientListener): void;
  /** Sends output. @returns what resolves when there is room for more; undefined where there is */
  output(stream: "stdout" | "stderr", bytes: Uint8Array): Promise<void> | undefined;
  /** Tells how the command has ended, and ends the connection. */
  finish(status: Status | SuccessStatus): void;
}

/** How the protocol reports success, which is not an answer of the API. */
export interface SuccessStatus {
  readonly metadata: Readonly<Record<string, never>>;
  readonly status: "Success";
}

/** Which streams a client asks for. */
export interface WantedStreams {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}
