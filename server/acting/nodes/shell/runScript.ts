import type { IFileSystem } from "just-bash/browser";
import { mayReadInput } from "./script/inputReaders.ts";
import { SESSION } from "./session.ts";

/** The script that a command corresponds to. */
export interface RunScript {
  readonly text: string;
  /** Whether it reads one line at a time, and directs the output of each itself. */
  readonly isInteractive: boolean;
  /** Whether it may read its input. */
  readonly readsInput: boolean;
  /** The value of `$0`. */
  readonly name: string;
  /** The shell in the script's first line, when the file is run directly: `bash`. */
  readonly shell?: string;
}

const SHELLS = new Set(["sh", "bash", "ash", "dash"]);
/** The name of a command without its folder. */
export const nameOf = (command: string): string => command.replace(/^.*\//, "");
export const isShell = (argv: readonly string[]): boolean => SHELLS.has(nameOf(argv[0] ?? ""));

/** Whether a command runs without a shell. */
export const plainScript = (argv: readonly string[]): boolean => !isShell(argv);

/** Matches the first line of a shell script. */
const SHELL_LINE = /^#!.*\b(sh|bash|ash|dash)\b/;
export const hasShellLine = (text: string): boolean => SHELL_LINE.test(text);

/**
 * The script of a command: the argument of `sh -c`, the content of a file, the session that is typed, or the command
 * itself.
 * @returns undefined when the file does not exist
 */
export async function readScript(
  argv: readonly string[],
  files: IFileSystem,
  { cwd }: { readonly cwd: string },
): Promise<RunScript | undefined> {
  if (!isShell(argv)) return plain(argv, files, cwd);
  const { options, script, rest } = shellArguments(argv.slice(1));
  const setting = options.map((option) => `set ${quoted(option)}\n`).join("");
  const [shell = "sh"] = argv;
  if (script !== undefined) return scripted(rest[0] ?? shell, setting + positional(rest.slice(1)) + script);
  const [file, ...args] = rest;
  if (file === undefined) return { name: shell, text: setting + SESSION, isInteractive: true, readsInput: false };
  const path = files.resolvePath(cwd, file);
  if (!(await files.exists(path))) return undefined;
  return scripted(file, setting + positional(args) + (await files.readFile(path)));
}

const scripted = (name: string, text: string): RunScript => ({
  ...{ name, text, isInteractive: false },
  readsInput: mayReadInput(text),
});

/** A command by name or path. For a script file whose first line names a shell, the script itself. */
async function plain(argv: readonly string[], files: IFileSystem, cwd: string): Promise<RunScript | undefined> {
  const [command = "", ...args] = argv;
  if (command.includes("/")) {
    const path = files.resolvePath(cwd, command);
    const text = (await files.exists(path)) ? await files.readFile(path) : undefined;
    const shell = text === undefined ? undefined : SHELL_LINE.exec(text)?.[1];
    if (text !== undefined && shell !== undefined) return { ...scripted(command, positional(args) + text), shell };
    return scripted(command, [nameOf(command), ...args].map(quoted).join(" "));
  }
  return scripted(command, argv.map(quoted).join(" "));
}

/** Parses `sh -ec SCRIPT NAME ARG…` or `sh FILE ARG…`. */
function shellArguments(args: readonly string[]) {
  const options: string[] = [];
  for (const [i, arg] of args.entries()) {
    const [, sign, letters] = /^([-+])([a-z]+)$/i.exec(arg) ?? [];
    if (sign === undefined || letters === undefined) return { options, script: undefined, rest: args.slice(i) };
    const others = letters.replace(/[cils]/g, "");
    if (letters === "o") return { options: [...options, `-o ${args[i + 1] ?? ""}`], ...afterOption(args.slice(i + 2)) };
    if (others !== "") options.push(sign + others);
    if (letters.includes("c")) return { options, script: args[i + 1] ?? "", rest: args.slice(i + 2) };
  }
  return { options, script: undefined, rest: [] };
}

function afterOption(args: readonly string[]): { script: string | undefined; rest: readonly string[] } {
  const { script, rest } = shellArguments(args);
  return { script, rest };
}

const positional = (args: readonly string[]): string =>
  args.length === 0 ? "" : `set -- ${args.map(quoted).join(" ")}\n`;

export const quoted = (text: string): string =>
  /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
