import type { CustomCommand, ExecResult } from "just-bash/browser";
import type { ShellProcess } from "../shellProcess.ts";
import { type CommandContext, command, failed, readOptions } from "./command.ts";
import { longListing } from "./longListing.ts";

/** Commands of the library with output that is adapted to the container. */
export const libraryCommands = (run: ShellProcess): CustomCommand[] => [
  command("ls", (args, context) => list(run, args, context)),
  // The library does not support octal escapes of characters.
  command("tr", (args, context) => original("tr", args.map(withCharacters), context)),
  // The library requires the values of options as separate arguments.
  command("xargs", (args, context) => original("xargs", xargsArguments(args), context)),
  command("diff", async (args, context) => unified(await original("diff", args, context))),
  command("uniq", async (args, context) => counted(args, await original("uniq", args, context))),
  command("mkdir", (args, context) => makeFolders(args, context)),
  command("paste", (args, context) => original("paste", pasteArguments(args), context)),
  // There is no screen for paging.
  ...["less", "more"].map((name) => command(name, (args, context) => pages(name, args, context))),
  command("env", (args, context) => (args.length === 0 ? exported(context) : original("env", args, context))),
  command("printenv", (args, context) => (args.length === 0 ? exported(context) : original("printenv", args, context))),
];

/** Separates the values of `xargs`'s own options, which end where its command begins. */
function xargsArguments(args: readonly string[]): string[] {
  const result: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (!arg.startsWith("-")) return [...result, ...args.slice(i)];
    const [, flag = "", value = ""] = /^(-[InPd])(.*)$/.exec(arg) ?? [];
    if (flag === "") {
      result.push(arg);
      continue;
    }
    if (value === "") i += 1;
    result.push(flag, value === "" ? (args[i] ?? "") : value);
  }
  return result;
}

/** The heading that the library prints before a difference. */
const HEADING = /^=+\n(--- .*?)\t*\n(\+\+\+ .*?)\t*\n/;

/** A difference as `diff` prints it: without the library's heading, and without the length of parts with one line. */
const unified = (result: ExecResult): ExecResult => ({
  ...result,
  stdout: result.stdout
    .replace(HEADING, "$1\n$2\n")
    .replace(/^@@ -(\d+)(,\d+)? \+(\d+)(,\d+)? @@$/gm, (_, a: string, m = "", b: string, n = "") => {
      const [old, now] = [m, n].map((length: string) => (length === ",1" ? "" : length));
      return `@@ -${a}${old} +${b}${now} @@`;
    }),
});

/** Counts of `uniq -c` are seven characters wide. */
const counted = (args: readonly string[], result: ExecResult): ExecResult =>
  readOptions(args, "fsw").flags.has("c")
    ? { ...result, stdout: result.stdout.replace(/^ *(\d+) /gm, (_, count: string) => `${count.padStart(7)} `) }
    : result;

/** The library's `mkdir` does not set modes. */
async function makeFolders(args: readonly string[], context: CommandContext): Promise<ExecResult> {
  const { flags, values, operands } = readOptions(args, "m");
  const mode = values.get("m");
  if (mode === undefined) return original("mkdir", args, context);
  const made = await original("mkdir", [...(flags.has("p") ? ["-p"] : []), ...operands], context);
  if (made.exitCode !== 0) return made;
  if (!/^[0-7]{1,4}$/.test(mode)) return failed(`mkdir: invalid mode '${mode}'`);
  for (const operand of operands) {
    await context.fs.chmod(context.fs.resolvePath(context.cwd, operand), Number.parseInt(mode, 8));
  }
  return made;
}

/** Splits `-sd+` to `-s -d +`. */
const withEndApart = (arg: string): string[] => {
  const [, flags = "", end] = /^-(s?)d(.+)$/.exec(arg) ?? [];
  return end === undefined ? [arg] : [...(flags === "" ? [] : ["-s"]), "-d", end];
};

/** Without a file, `paste` reads the standard input. */
function pasteArguments(given: readonly string[]): string[] {
  const args = given.flatMap(withEndApart);
  const hasFile = args.some((arg, i) => (arg === "-" || !arg.startsWith("-")) && args[i - 1] !== "-d");
  return hasFile ? args : [...args, "-"];
}

async function pages(name: string, args: readonly string[], { fs, cwd, stdin }: CommandContext) {
  const paths = args.filter((arg) => !/^[-+]./.test(arg));
  if (paths.length === 0) return { stdout: stdin as unknown as string, stdoutKind: "bytes" as const };
  const texts: string[] = [];
  for (const path of paths) {
    const full = fs.resolvePath(cwd, path);
    if (!(await fs.exists(full))) return failed(`${name}: can't open '${path}': No such file or directory`);
    texts.push(Buffer.from(await fs.readFileBuffer(full)).toString("latin1"));
  }
  return { stdout: texts.join(""), stdoutKind: "bytes" as const };
}

async function list(run: ShellProcess, args: readonly string[], context: CommandContext) {
  // The library does not support the option for numeric owners.
  const known = args.map((arg) => (/^-[^-]/.test(arg) ? arg.replaceAll("n", "l") : arg));
  const result = await original("ls", known, context);
  return { ...result, stdout: await longListing(run, args, result.stdout, context) };
}

/** A set of characters with octal escapes (`\\0`, `\\012`) replaced by the characters. */
const withCharacters = (text: string): string =>
  text.replace(/\\(\\|[0-7]{1,3})/g, (written, what: string) =>
    what === "\\" ? written : String.fromCharCode(Number.parseInt(what, 8)),
  );

const original = async (name: string, args: readonly string[], { origCommand }: CommandContext): Promise<ExecResult> =>
  (await origCommand?.([...args])) ?? failed(`${name}: not found`, 127);

/**
 * The exported variables for programs, without variables of the shell itself and without those that this server uses to
 * run scripts.
 */
const exported = ({ exportedEnv = {} }: CommandContext): string =>
  Object.entries(exportedEnv)
    .filter(([name]) => !name.startsWith("__"))
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
