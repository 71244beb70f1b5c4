import type { IFileSystem } from "just-bash/browser";
import { isShell, nameOf } from "./runScript.ts";

/** Commands of the shell itself that are programs, too. */
const BUILT_IN: ReadonlySet<string> = new Set(["test", "["]);
const EXECUTABLE = 0o111;

/** Stands for all commands among those that an image does not have. */
export const ALL_COMMANDS = "*";

export interface ProgramPlace {
  readonly files: IFileSystem;
  readonly cwd: string;
  /** The folders in which programs are looked for: `/usr/bin:/bin`. */
  readonly path: string;
  /** Names of commands that are there wherever they are looked for. */
  readonly commands: ReadonlySet<string>;
  /** Of those and of shells, the names that are not there in this image. */
  readonly lacks?: readonly string[] | undefined;
}

/** Why a command cannot be started, in the words of a container's runtime; undefined when it can. */
export async function whyNotStarted(argv: readonly string[], place: ProgramPlace): Promise<string | undefined> {
  const [command = ""] = argv;
  const { files, cwd, path, commands, lacks = [] } = place;
  const refused = (why: string): string => `exec: ${JSON.stringify(command)}: ${why}`;
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
