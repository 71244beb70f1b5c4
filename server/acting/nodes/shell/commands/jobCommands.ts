import type { CustomCommand, ExecResult } from "just-bash/browser";
import type { Job } from "../processes/jobs.ts";
import { quoted } from "../runScript.ts";
import { LAST_JOB, SPAWN, WAIT } from "../script/innerNames.ts";
import type { ShellProcess } from "../shellProcess.ts";
import { type CommandContext, cannotFork, command, failed, readOptions } from "./command.ts";

/** Matches variables that every shell sets for itself. */
const OWN =
  /^(__(?!bang)\w*|PWD|OLDPWD|OPTIND|SHELLOPTS|BASH\w*|HOSTTYPE|MACHTYPE|OSTYPE|RANDOM|LINENO|SECONDS|PPID|UID|EUID|_)$/;
const NAME = /^[A-Za-z_]\w*$/;
const UNKNOWN = 127;

/** Commands for background jobs: starting them, and waiting for them. */
export function jobCommands(run: ShellProcess): CustomCommand[] {
  const { jobs, signals } = run;
  return [
    command(SPAWN, async ([number, flags = "", arrays = "", ...args], context) => {
      const text = run.scriptParts.job(Number(number));
      const title = titleOf(text);
      const script = `${shellState(run, context, { flags, arrays, args })}\n${text}`;
      const shell = run.process;
      const child = run.spawn({
        argv: run.parts.request.argv,
        env: exportedOf(context),
        cwd: context.cwd,
        stdin: new Uint8Array(),
        job: { script, title, shell, name: run.name, isBash: run.isBash },
      });
      if (child === undefined) return cannotFork(nameOfShell(run));
      jobs.add(child);
      await context.assignShellVariable?.(LAST_JOB, String(child.process));
      return "";
    }),
    command(WAIT, async (args) => {
      const { flags, operands } = readOptions(args, "p");
      const unknown = operands.find((each) => jobs.find(each) === undefined);
      if (unknown !== undefined) {
        return failed(`${nameOfShell(run)}: wait: pid ${unknown} is not a child of this shell`, UNKNOWN);
      }
      const wanted = operands.length === 0 ? jobs.list : operands.flatMap((each) => jobs.find(each) ?? []);
      if (flags.has("n")) return waitForOne(run, wanted);
      let exitCode = 0;
      for (const job of wanted) {
        const code = await endOf(run, [job]);
        if (code === undefined) return { exitCode: signals.lastCode };
        jobs.forget(job);
        if (operands.length > 0) exitCode = code;
      }
      return { exitCode };
    }),
    command("jobs", (args) => {
      const { flags } = readOptions(args, "");
      const listed = jobs.list;
      if (!flags.has("p")) for (const job of listed) if (job.code !== undefined) jobs.forget(job);
      return listed
        .map((job, i) => (flags.has("p") ? `${job.child.process}\n` : lineOf(job, i === listed.length - 1)))
        .join("");
    }),
    command("fg", async ([text = "%+"]) => {
      const job = jobs.find(text);
      if (job === undefined) return failed(`${nameOfShell(run)}: fg: ${text}: no such job`);
      await run.print("stdout", `${job.child.title}\n`);
      const exitCode = (await endOf(run, [job])) ?? signals.lastCode;
      jobs.forget(job);
      return { exitCode };
    }),
    command("bg", () => ""),
    command("disown", ([text = "%+"]) => {
      const job = jobs.find(text);
      if (job !== undefined) jobs.forget(job);
      return "";
    }),
  ];
}

const nameOfShell = ({ parts }: ShellProcess): string => parts.request.argv[0] ?? "sh";

async function waitForOne(run: ShellProcess, wanted: readonly Job[]): Promise<Partial<ExecResult>> {
  if (wanted.length === 0) return { exitCode: UNKNOWN };
  const exitCode = (await endOf(run, wanted)) ?? run.signals.lastCode;
  const ended = wanted.find(({ code }) => code !== undefined);
  if (ended !== undefined) run.jobs.forget(ended);
  return { exitCode };
}

/** The exit code of the first of these jobs that ends; undefined when a signal comes first. */
function endOf({ signals }: ShellProcess, wanted: readonly Job[]): Promise<number | undefined> {
  return signals.waiting(async (signal) => {
    const early = new Promise<undefined>((resolve) => {
      if (signal.aborted) resolve(undefined);
      signal.addEventListener("abort", () => resolve(undefined), { once: true });
    });
    const known = wanted.find(({ code }) => code !== undefined);
    return known?.code ?? Promise.race([...wanted.map(({ child }) => child.exited), early]);
  });
}

const lineOf = ({ number, child, code }: Job, isLast: boolean): string => {
  const state = code === undefined ? "Running" : code === 0 ? "Done" : `Done(${code})`;
  return `[${number}]${isLast ? "+" : " "}  ${state.padEnd(23)} ${child.title}\n`;
};

/** A command in one line, as `ps` shows it. */
function titleOf(text: string): string {
  const line = text
    .trim()
    .replace(/(\b(?:do|then|else)|[{(;&|])[ \t]*\n\s*/g, "$1 ")
    .replace(/(?<!\s)\s*\n\s*/g, "; ");
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

/** The exported variables: the environment of programs. */
export const exportedOf = ({ exportedEnv = {} }: CommandContext): Record<string, string> =>
  Object.fromEntries(Object.entries(exportedEnv).filter(([name]) => !name.startsWith("__")));

/** A script that sets a new shell's variables, functions, arguments and options to those of the current one. */
function shellState(
  run: ShellProcess,
  context: CommandContext,
  { flags, arrays, args }: { readonly flags: string; readonly arrays: string; readonly args: readonly string[] },
): string {
  const exported = exportedOf(context);
  const variables = [...context.env].filter(
    ([name]) => NAME.test(name) && !OWN.test(name) && !Object.hasOwn(exported, name),
  );
  const options = flags.replace(/[^aefuxC]/g, "");
  const hasPipefail = (context.env.get("SHELLOPTS") ?? "").includes("pipefail");
  return [
    ...variables.map(([name, value]) => `${name}=${quoted(value)}`),
    ...arraysFrom(arrays),
    run.scriptParts.functions,
    ...(args.length === 0 ? [] : [`set -- ${args.map(quoted).join(" ")}`]),
    ...(hasPipefail ? ["set -o pipefail"] : []),
    ...(options === "" ? [] : [`set -${options}`]),
  ].join("\n");
}

/** Matches the shell's own arrays. */
const OWN_ARRAY = /^(BASH\w*|FUNCNAME|PIPESTATUS|GROUPS|DIRSTACK|__\w+)$/;

/**
 * One member of an array, directly after the one before it: a search for the next one would read the rest of the text
 * again from each bracket in it.
 */
const MEMBER = /\s*\[('[^']*'|[^\]]*)\]=("(?:[^"\\]|\\.)*"|\$'(?:[^'\\]|\\.)*'|[^ ]*)/gy;

/** Converts the output of `declare -p` to assignments of arrays. */
export function arraysFrom(declarations: string): string[] {
  return [...declarations.matchAll(/^declare -(\w+) (\w+)=\((.*)\)$/gm)].flatMap(
    ([, kind = "", name = "", members = ""]) => {
      if (!/a/i.test(kind) || OWN_ARRAY.test(name)) return [];
      const each = [...members.matchAll(MEMBER)];
      const declared = kind.includes("A") ? `declare -A ${name}` : `${name}=()`;
      return [declared, ...each.map(([, key = "", value = ""]) => `${name}[${key}]=${value}`)];
    },
  );
}
