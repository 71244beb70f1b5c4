import { internalError, type Status } from "../../../shared/status.ts";
import { execFailure } from "../../api/registry/execFailure.ts";
import type { ContainerProcess } from "../../api/registry/podDoors.ts";
import type { CommandStreams, SuccessStatus, WantedStreams } from "./commandStreams.ts";

export interface RunCommandOptions {
  readonly wanted: WantedStreams;
  /** The words of the command. */
  readonly command: readonly string[];
  /** Whether the process was started for this client: it then ends with it. */
  readonly isOwn: boolean;
  /** Whether the process's input ends when this client leaves. */
  readonly endsInput: boolean;
}

/** Joins a client and a process, until the process ends or the client goes. On a terminal all output is one. */
export function runCommand(process: ContainerProcess, streams: CommandStreams, options: RunCommandOptions): void {
  const { wanted, command, isOwn, endsInput } = options;
  const stop = process.listen((stream, bytes) => {
    const target = wanted.tty ? "stdout" : stream;
    if (!wanted[target]) return undefined;
    return streams.output(target, wanted.tty ? withReturns(bytes) : bytes) ?? undefined;
  });
  streams.listen({
    input: (bytes) => {
      if (!wanted.stdin) return undefined;
      if (bytes !== undefined) return process.write(bytes);
      if (isOwn || endsInput) process.endInput();
      return undefined;
    },
    resize: (size) => {
      if (wanted.tty) process.resize(size);
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
    // How a container's own program ends is no matter of those who are attached to it.
    streams.finish(isOwn ? exitStatus(code, command) : SUCCESS);
  });
}

const SUCCESS: SuccessStatus = { metadata: {}, status: "Success" };

/** Why a command was not started, as the node's agent says it. */
const notStarted = (problem: string): Status =>
  internalError(`error executing command in container: ${execFailure(problem)}`).status;

/** How a command has ended: the form of version 4 of the protocol, with its exit code as a cause. */
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

/** A terminal goes to the beginning of a line only on a carriage return. */
function withReturns(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes);
  return text.includes(0x0a) ? Buffer.from(text.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1") : text;
}
