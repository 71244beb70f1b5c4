import type { IFileSystem } from "just-bash/browser";
import { isShell, nameOf } from "./runScript.ts";

/** Built-in shell commands that also exist as programs. */
const BUILT_IN: ReadonlySet<string> = new Set(["test", "["]);
const EXECUTABLE = 0o111;

/** Means all commands in a list of commands that an image lacks. */
export const ALL_COMMANDS = "*";

export interface ProgramPlace {
  readonly files: IFileSystem;
  readonly cwd: string;
  /** The search path of programs: `/usr/bin:/bin`. */
  readonly path: string;
  /** Names of commands that exist in every folder of the search path. */
  readonly commands: ReadonlySet<string>;
  /** Those commands and shells that this image lacks. */
  readonly lacks?: readonly string[] | undefined;
}

/** Why a command cannot be started, in the container runtime's words; undefined when it can. */
export async function startFailure(argv: readonly string[], place: ProgramPlace): Promise<string | undefined> {
  const [command = ""] = argv;
  const { files, cwd, path, commands, lacks = [] } = place;
  const refused = (message: string): string => `exec: ${JSON.stringify(command)}: ${message}`;
  const isLacked = lacks.includes(nameOf(command)) || lacks.includes(ALL_COMMANDS);
  if (isShell(argv) && !isLacked) return undefined;
  const hasName = commands.has(nameOf(command)) || BUILT_IN.has(nameOf(command));
  const isKnown = hasName && !isLacked;
  if (!command.includes("/")) {
    const places = path.split(":").map((folder) => `${folder}/${command}`);
    const found = isKnown ? [true] : await Promise.all(places.map((each) => files.exists(each)));
    return found.includes(true) ? undefined : refused("executable file not found in $PATH");
  }
  const full = files.resolvePath(cwd, command);
  if (!(await files.exists(full))) return isKnown ? undefined : refused(`stat ${command}: no such file or directory`);
  const { isDirectory, mode } = await files.stat(full);
  if (isDirectory) return refused("is a directory");
  return (mode & EXECUTABLE) === 0 ? refused("permission denied") : undefined;
}
