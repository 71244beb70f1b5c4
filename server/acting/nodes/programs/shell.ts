import { ALL_COMMANDS } from "../shell/missingProgram.ts";
import { isShell, nameOf } from "../shell/runScript.ts";
import { notListening } from "./httpProbe.ts";
import { baseName } from "./imageName.ts";
import { missingCommands } from "./imageShells.ts";
import type { Program, ProgramStart, RunningProgram } from "./program.ts";

/** Images with a shell and the usual small commands, with their default command. */
const DEFAULTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["busybox", ["sh"]],
  ["alpine", ["/bin/sh"]],
  ["bash", ["bash"]],
  ["debian", ["bash"]],
  ["ubuntu", ["bash"]],
  ["centos", ["bash"]],
  ["fedora", ["bash"]],
  ["curl", ["curl"]],
  ["dnsutils", ["sleep", "infinity"]],
  ["jessie-dnsutils", ["sleep", "infinity"]],
  ["netshoot", ["sh"]],
]);

export const isShellImage = (image: string): boolean => DEFAULTS.has(baseName(image)) || baseName(image) === "agnhost";

/** The program of an image with a shell: a real shell with the container's files; undefined for other images. */
export function shellProgram({ image, command, args }: Pick<ProgramStart, "image" | "command" | "args">) {
  const byDefault = DEFAULTS.get(baseName(image));
  if (byDefault === undefined) return undefined;
  return runInMachine(command.length > 0 ? [...command, ...args] : given(args, byDefault));
}

/** The command line of an image that is given arguments: these may be options of its default program. */
const given = (args: readonly string[], byDefault: readonly string[]): readonly string[] =>
  args.length === 0
    ? byDefault
    : byDefault[0] === "curl" && /^-|^https?:/.test(args[0] ?? "")
      ? ["curl", ...args]
      : args;

/** A program that runs a command in its container's machine. */
export const runInMachine = (argv: readonly string[], serving?: Serving): Program => ({
  start: (start) => run(argv, start, serving),
});

/** Whether a command is a shell that the image has. */
const startsAtOnce = (argv: readonly string[], image: string): boolean => {
  const lacked = missingCommands(image);
  return isShell(argv) && !lacked.includes(nameOf(argv[0] ?? "")) && !lacked.includes(ALL_COMMANDS);
};

/** How a command starts the program that simulates the image. */
export interface Serving {
  /** @returns the exit code */
  serve(argv: readonly string[], signal: AbortSignal): Promise<number>;
  /** Whether that program also substitutes for programs that the simulation does not have. */
  readonly isFallback: boolean;
}

function run(argv: readonly string[], start: ProgramStart, serving: Serving | undefined): RunningProgram {
  const { machine, stdin, tty, print, pod } = start;
  const process = machine.run({ argv, stdin, tty, isMain: true, ...serving });
  const texts = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  process.listen((stream, bytes) => print(stream, texts[stream].decode(bytes, { stream: true })));
  return {
    process,
    exited: process.exited,
    ...(process.begun === undefined || startsAtOnce(argv, start.image) ? {} : { begun: process.begun }),
    signal: (name) => process.signal(name),
    answer: async (question) =>
      question.kind === "exec" ? { ok: true, text: "" } : notListening(question, pod.address),
  };
}
