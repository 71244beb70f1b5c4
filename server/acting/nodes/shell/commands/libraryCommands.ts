import type { CustomCommand } from "just-bash/browser";
import type { ShellProcess } from "../shellProcess.ts";
import { type CommandContext, command, failed } from "./command.ts";
import { longListing } from "./longListing.ts";

/** Commands of the library whose output is made to fit the container. */
export const libraryCommands = (run: ShellProcess): CustomCommand[] => [
  command("ls", (args, context) => list(run, args, context)),
  // The library knows no characters by their number.
  command("tr", (args, context) => original("tr", args.map(withCharacters), context)),
  command("env", (args, context) => (args.length === 0 ? exported(context) : original("env", args, context))),
  command("printenv", (args, context) => (args.length === 0 ? exported(context) : original("printenv", args, context))),
];

async function list(run: ShellProcess, args: readonly string[], context: CommandContext) {
  // The library does not know the long listing with numbers.
  const known = args.map((arg) => (/^-[^-]/.test(arg) ? arg.replaceAll("n", "l") : arg));
  const result = await original("ls", known, context);
  return { ...result, stdout: await longListing(run, args, result.stdout, context) };
}

/** A set of characters in which those that are named by octal numbers stand as they are: `\\0`, `\\012`. */
const withCharacters = (text: string): string =>
  text.replace(/\\(\\|[0-7]{1,3})/g, (written, what: string) =>
    what === "\\" ? written : String.fromCharCode(Number.parseInt(what, 8)),
  );

const original = async (name: string, args: readonly string[], { origCommand }: CommandContext) =>
  (await origCommand?.([...args])) ?? failed(`${name}: not found`, 127);

/** What a program is given: no variables of the shell itself, and none that this server sets to run scripts. */
const exported = ({ exportedEnv = {} }: CommandContext): string =>
  Object.entries(exportedEnv)
    .filter(([name]) => !name.startsWith("__"))
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
