import type { CustomCommand } from "just-bash/browser";
import type { ShellProcess } from "../shellProcess.ts";
import { nameOfUser } from "../userNames.ts";
import { type CommandContext, command, failed, readOptions } from "./command.ts";

/** A line of a long listing: its mode, the number of links, the library's owner and group, the rest. */
const LONG = /^([-dl][-rwxsStT]{9}) +(\d+) user user (.*)$/;

/** Commands of the library whose output is made to fit the container. */
export const libraryCommands = ({ parts: { machine } }: ShellProcess): CustomCommand[] => [
  command("ls", async (args, context) => {
    // The library does not know the long listing with numbers.
    const known = args.map((arg) => (/^-[^-]/.test(arg) ? arg.replaceAll("n", "l") : arg));
    const result = await original("ls", known, context);
    const { flags } = readOptions(args, "");
    const { user, group } = machine.user;
    const shown = (number: number): string => (flags.has("n") ? String(number) : nameOfUser(number));
    const owner = `${shown(user)} ${shown(group)}`;
    const marks = flags.has("F") || flags.has("p");
    const lines = result.stdout.split("\n").map((line) => {
      const [, mode, links, rest = ""] = LONG.exec(line) ?? [];
      if (mode === undefined) return line;
      return `${mode} ${links} ${owner} ${marks ? rest : rest.replace(/\/$/, "")}`;
    });
    return { ...result, stdout: lines.join("\n") };
  }),
  // The library knows no characters by their number.
  command("tr", (args, context) => original("tr", args.map(withCharacters), context)),
  command("env", (args, context) => (args.length === 0 ? exported(context) : original("env", args, context))),
  command("printenv", (args, context) => (args.length === 0 ? exported(context) : original("printenv", args, context))),
];

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
