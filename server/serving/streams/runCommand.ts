import { internalError, type Status } from "../../../shared/status.ts";
import { execFailure } from "../../api/registry/execFailure.ts";
import type { ContainerProcess } from "../../api/registry/podAccess.ts";
import type { CommandStreams, RequestedStreams, SuccessStatus } from "./commandStreams.ts";

export interface RunCommandOptions {
  readonly requested: RequestedStreams;
  /** The words of the command. */
  readonly command: readonly string[];
  /** Whether the process was started for this client: it then ends with the client's connection. */
  readonly isOwn: boolean;
  /** Whether the process's input ends when this client disconnects. */
  readonly endsInput: boolean;
}

/**
 * Connects a client and a process, until the process ends or the client disconnects. On a terminal there is only one
 * output stream.
 */
export function runCommand(process: ContainerProcess, streams: CommandStreams, options: RunCommandOptions): void {
  const { requested, command, isOwn, endsInput } = options;
  const stop = process.listen((stream, bytes) => {
    const target = requested.tty ? "stdout" : stream;
    if (!requested[target]) return undefined;
    return streams.output(target, requested.tty ? withReturns(bytes) : bytes) ?? undefined;
  });
  streams.listen({
    input: (bytes) => {
      if (!requested.stdin) return undefined;
      if (bytes !== undefined) return process.write(bytes);
      if (isOwn || endsInput) process.endInput();
      return undefined;
    },
    resize: (size) => {
      if (requested.tty) process.resize(size);
    },
  });
  streams.signal.addEventListener(
    "abort",
    () => {
      stop();
      if (isOwn) process.kill();
      else if (endsInput) process.endInput();
    },
    { once: true },
  );
  void process.exited.then((code) => {
    stop();
    if (process.problem !== undefined) return streams.finish(notStarted(process.problem));
    // Clients that are merely attached do not get the exit code of the container's own program.
    streams.finish(isOwn ? exitStatus(code, command) : SUCCESS);
  });
}

const SUCCESS: SuccessStatus = { metadata: {}, status: "Success" };

/** The kubelet's status for a command that could not be started. */
const notStarted = (problem: string): Status =>
  internalError(`error executing command in container: ${execFailure(problem)}`).status;

/** The status for a command's exit: in the form of version 4 of the protocol, with the exit code as a cause. */
export function exitStatus(code: number, command: readonly string[]): Status | SuccessStatus {
  if (code === 0) return SUCCESS;
  const what = `error executing command [${command.join(" ")}], exit code ${code}`;
  return {
    metadata: {},
    status: "Failure",
    message: `command terminated with non-zero exit code: ${what}`,
    reason: "NonZeroExitCode",
    details: { causes: [{ reason: "ExitCode", message: String(code) }] },
  } as unknown as Status;
}

/** Inserts carriage returns: without one, a terminal does not return to the beginning of the line. */
function withReturns(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes);
  return text.includes(0x0a) ? Buffer.from(text.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1") : text;
}
