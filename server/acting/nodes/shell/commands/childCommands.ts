import type { CustomCommand, ExecResult } from "just-bash/browser";
import type { SignalName } from "../messages.ts";
import type { ShellChild } from "../processes/jobs.ts";
import { hasShellLine, quoted } from "../runScript.ts";
import { RUN_FILE } from "../script/innerNames.ts";
import type { ShellProcess } from "../shellProcess.ts";
import { areErrorsStreamed, type CommandContext, cannotFork, command, failed, isOutputStreamed } from "./command.ts";
import { exportedOf } from "./jobCommands.ts";
import { signalOf } from "./signalCommands.ts";
import { duration } from "./timeCommands.ts";

/**
 * Maximum bytes of output that are kept for another command to read: beyond it, the command waits, as at a full pipe.
 */
const MAX_READ = 16 * 1024 * 1024;
const TIMED_OUT = 124;
const KILLED = 137;
const NOT_STARTED = 127;

/** Programs that run another program, with the letters of their options that take a value. */
const WRAPPERS: Readonly<Record<string, string>> = { nohup: "", setsid: "", nice: "n", stdbuf: "ioe" };

/** Commands that run as separate processes: shells, scripts, and programs that run another one. */
export function childCommands(run: ShellProcess): CustomCommand[] {
  return [
    ...["sh", "bash", "ash", "dash"].map((name) =>
      command(name, (args, context) => runChild(run, [name, ...args], context)),
    ),
    command(RUN_FILE, async ([file = "", ...args], context) => {
      const path = context.fs.resolvePath(context.cwd, file);
      const isScript = (await context.fs.exists(path)) && (await isShellScript(path, context));
      if (isScript) return runChild(run, [path, ...args], context);
      const { cwd } = context;
      const stdin = { stdin: context.stdin as unknown as string, stdinKind: "bytes" as const };
      return (await context.exec?.([file, ...args].map(quoted).join(" "), { cwd, ...stdin })) ?? "";
    }),
    command("timeout", (args, context) => runFor(run, args, context)),
    ...Object.entries(WRAPPERS).map(([name, valued]) =>
      command(name, async (args, context) => {
        const rest = args.slice(optionCount(args, valued));
        if (rest.length === 0) return failed(`${name}: missing operand`, 125);
        return runChild(run, rest, context, { name });
      }),
    ),
  ];
}

async function isShellScript(path: string, { fs }: CommandContext): Promise<boolean> {
  const { isFile, mode } = await fs.stat(path);
  return isFile && (mode & 0o111) !== 0 && hasShellLine(await fs.readFile(path));
}

/** The number of leading arguments that are options. */
function optionCount(args: readonly string[], valued: string): number {
  let count = 0;
  while (/^-./.test(args[count] ?? "")) {
    const arg = args[count] ?? "";
    count += arg.length === 2 && valued.includes(arg.slice(1)) ? 2 : 1;
    if (arg === "--") break;
  }
  return count;
}

interface ChildOptions {
  /** The name of the command that runs another one. */
  readonly name?: string;
  started?(child: ShellChild): void;
}

/** Runs a program in the foreground. Output that no other command reads is printed as it comes. */
async function runChild(
  run: ShellProcess,
  argv: readonly string[],
  context: CommandContext,
  { name, started }: ChildOptions = {},
): Promise<Partial<ExecResult>> {
  const read = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  const streamed = { stdout: isOutputStreamed(context), stderr: areErrorsStreamed(context) };
  let size = 0;
  let problem: string | undefined;
  const stdin = Buffer.from(context.stdin as unknown as string, "latin1");
  const child = run.spawn({
    argv,
    env: exportedOf(context),
    cwd: context.cwd,
    ...(stdin.length > 0 ? { stdin } : {}),
    begun: (message) => {
      problem = message;
    },
    send(stream, bytes) {
      if (streamed[stream]) return run.print(stream, bytes);
      read[stream].push(bytes);
      size += bytes.length;
      return size > MAX_READ ? new Promise(() => undefined) : undefined;
    },
  });
  if (child === undefined) return cannotFork(name ?? argv[0] ?? "");
  started?.(child);
  const exitCode = await child.exited;
  if (problem !== undefined) {
    const message = /permission denied|is a directory/.test(problem)
      ? "Permission denied"
      : "No such file or directory";
    return failed(`${name ?? argv[0]}: can't execute '${argv[0]}': ${message}`, NOT_STARTED);
  }
  const text = (stream: "stdout" | "stderr"): string => Buffer.concat(read[stream]).toString("latin1");
  return { stdout: text("stdout"), stdoutKind: "bytes", stderr: fromLatin(text("stderr")), exitCode };
}

const fromLatin = (text: string): string => Buffer.from(text, "latin1").toString("utf8");

/** `timeout [-s SIGNAL] [-k DURATION] DURATION COMMAND …`, by the sandbox's clock. */
async function runFor(run: ShellProcess, args: readonly string[], context: CommandContext) {
  const { signal, killAfter, rest } = timeoutOptions(args);
  const [time = "", ...argv] = rest;
  const milliseconds = duration(time);
  if (argv.length === 0) return failed("timeout: missing operand", 125);
  if (milliseconds === undefined) return failed(`timeout: invalid time interval '${time}'`, 125);
  if (signal === undefined) return failed("timeout: invalid signal", 125);
  const ended = new AbortController();
  let isLate = false;
  let isKilled = signal === "KILL";
  const sleep = async (span: number): Promise<boolean> => {
    await run.parts.call({ name: "sleep", milliseconds: span }, ended.signal);
    return !ended.signal.aborted;
  };
  const watch = async (child: ShellChild): Promise<void> => {
    if (!(await sleep(milliseconds))) return;
    isLate = true;
    child.signal(signal);
    if (killAfter === undefined || !(await sleep(killAfter))) return;
    isKilled = true;
    child.signal("KILL");
  };
  const started = (child: ShellChild): void => {
    if (milliseconds > 0) void watch(child);
  };
  const result = await runChild(run, argv, context, { name: "timeout", started });
  ended.abort();
  return isLate ? { ...result, exitCode: isKilled ? KILLED : TIMED_OUT } : result;
}

function timeoutOptions(args: readonly string[]) {
  let signal: SignalName | undefined = "TERM";
  let killAfter: number | undefined;
  let at = 0;
  for (; /^-./.test(args[at] ?? ""); at++) {
    const arg = args[at] ?? "";
    if (arg === "--") return { signal, killAfter, rest: args.slice(at + 1) };
    const [, letter, joined] = /^-([sk])(.*)$/.exec(arg) ?? /^--(signal|kill-after)=(.*)$/.exec(arg) ?? [];
    if (letter === undefined) continue;
    if (joined === "") at += 1;
    const value = joined === "" ? (args[at] ?? "") : (joined ?? "");
    if (letter.startsWith("s")) signal = namedSignal(value);
    else killAfter = duration(value);
  }
  return { signal, killAfter, rest: args.slice(at) };
}

function namedSignal(text: string): SignalName | undefined {
  const name = signalOf(text);
  return name === "EXIT" ? undefined : (name as SignalName | undefined);
}
