import type { IFileSystem } from "just-bash/browser";
import { isShell, nameOf } from "./runScript.ts";

/** Commands of the shell itself that are programs, too. */
const BUILT_IN: ReadonlySet<string> = new Set(["test", "["]);
const EXECUTABLE = 0o111;

export interface ProgramPlace {
  readonly files: IFileSystem;
  readonly cwd: string;
  /** The folders in which programs are looked for: `/usr/bin:/bin`. */
  readonly path: string;
  /** Names of commands that are there wherever they are looked for. */
  readonly commands: ReadonlySet<string>;
}

/** Why a command cannot be started, in the words of a container's runtime; undefined when it can. */
export async function whyNotStarted(argv: readonly string[], place: ProgramPlace): Promise<string | undefined> {
  const [command = ""] = argv;
  const { files, cwd, path, commands } = place;
  const refused = (why: string): string => `exec: ${JSON.stringify(command)}: ${why}`;
  if (isShell(argv)) return undefined;
  const isKnown = commands.has(nameOf(command)) || BUILT_IN.has(nameOf(command));
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
