import { baseName } from "../imageName.ts";
import type { Program, ProgramStart, RunningProgram } from "../program.ts";

/** Images that contain the usual small commands. */
const WITH_COMMANDS: ReadonlySet<string> = new Set([
  "busybox",
  "alpine",
  "debian",
  "ubuntu",
  "bash",
  "centos",
  "fedora",
  "agnhost",
]);

const SIGKILL_EXIT_CODE = 137;
const TERMINATED = 143;

/** The effect of a simple command: how long it takes, what it prints, and how it ends. */
interface Outcome {
  readonly milliseconds: number;
  readonly output: string;
  readonly code: number;
}

/** Simple commands by name. Anything else, such as a shell script, is simulated as a program that just runs. */
const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Outcome | undefined>> = {
  true: () => ({ milliseconds: 0, output: "", code: 0 }),
  false: () => ({ milliseconds: 0, output: "", code: 1 }),
  echo: (args) => ({ milliseconds: 0, output: `${args.join(" ")}\n`, code: 0 }),
  sleep: ([time = ""]) => {
    const [, number, unit = "s"] = /^(\d+(?:\.\d+)?)([smhd])?$/.exec(time) ?? [];
    const seconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };
    return number === undefined
      ? undefined
      : { milliseconds: Number(number) * (seconds[unit] ?? 1) * 1000, output: "", code: 0 };
  },
};

/** The program of a simple command; undefined when the image or the command is not a known one. */
export function commandProgram({
  image,
  command,
  args,
}: Pick<ProgramStart, "image" | "command" | "args">): Program | undefined {
  if (!WITH_COMMANDS.has(baseName(image))) return undefined;
  const [name = "", ...rest] = [...command, ...args];
  const outcome = Object.hasOwn(COMMANDS, baseName(name)) ? COMMANDS[baseName(name)]?.(rest) : undefined;
  return outcome === undefined ? undefined : { start: (start) => run(outcome, start) };
}

function run({ milliseconds, output, code }: Outcome, { time, print, isFirst }: ProgramStart): RunningProgram {
  if (output !== "") print("stdout", output);
  const ended = new AbortController();
  let signalled: number | undefined;
  return {
    exited: time.sleep(milliseconds, ended.signal).then(() => signalled ?? code),
    signal(name) {
      // The first process (PID 1) ignores signals that it does not handle.
      if (name === "TERM" && isFirst === true) return;
      signalled ??= name === "TERM" ? TERMINATED : SIGKILL_EXIT_CODE;
      ended.abort();
    },
    answer: async () => ({ ok: true, text: "" }),
  };
}
