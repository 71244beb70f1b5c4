import { ALL_COMMANDS } from "../shell/missingProgram.ts";
import { isShell, nameOf } from "../shell/runScript.ts";
import { notListening } from "./httpProbe.ts";
import { baseName } from "./imageName.ts";
import { lackedCommands } from "./imageShells.ts";
import type { Program, ProgramStart, RunningProgram } from "./program.ts";

/** Images with a shell and the usual small commands, and what they run without arguments. */
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

/** What an image of a shell runs: a real shell with the container's files; undefined for other images. */
export function shellProgram({ image, command, args }: Pick<ProgramStart, "image" | "command" | "args">) {
  const byDefault = DEFAULTS.get(baseName(image));
  if (byDefault === undefined) return undefined;
  return runInMachine(command.length > 0 ? [...command, ...args] : given(args, byDefault));
}

/** What an image runs that is given arguments: those may be options of its own program. */
const given = (args: readonly string[], byDefault: readonly string[]): readonly string[] =>
  args.length === 0
    ? byDefault
    : byDefault[0] === "curl" && /^-|^https?:/.test(args[0] ?? "")
      ? ["curl", ...args]
      : args;

/** A program that is a command in its container's shell. */
export const runInMachine = (argv: readonly string[], serving?: Serving): Program => ({
  start: (start) => run(argv, start, serving),
});

/** Whether a command is a shell that the image has. */
const startsAtOnce = (argv: readonly string[], image: string): boolean => {
  const lacked = lackedCommands(image);
  return isShell(argv) && !lacked.includes(nameOf(argv[0] ?? "")) && !lacked.includes(ALL_COMMANDS);
};

/** How a command starts the program that stands in for the image. */
export interface Serving {
  /** @returns the exit code */
  serve(argv: readonly string[], signal: AbortSignal): Promise<number>;
  /** Whether that program also stands in for programs that the simulation does not know. */
  readonly standsIn: boolean;
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
