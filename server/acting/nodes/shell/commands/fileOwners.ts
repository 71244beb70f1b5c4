import { trimEndOf } from "../../../../../shared/text/trimEnd.ts";
import type { Owner } from "../files/owners.ts";
import { holds } from "../processes/capabilities.ts";
import type { ShellProcess } from "../shellProcess.ts";
import { nameOfUser } from "../userNames.ts";
import { type CommandContext, command, failed, readOptions } from "./command.ts";

type Files = CommandContext["fs"];

/** `rw-r-----`, including the letters of the set-user-ID and set-group-ID bits. */
export function modeLetters(mode: number): string {
  const bits = [...(mode & 0o777).toString(2).padStart(9, "0")];
  const letters = bits.map((bit, i) => (bit === "1" ? ("rwx"[i % 3] ?? "") : "-"));
  const special = [
    [0o4000, 2, "s"],
    [0o2000, 5, "s"],
    [0o1000, 8, "t"],
  ] as const;
  for (const [bit, at, letter] of special) {
    if ((mode & bit) !== 0) letters[at] = letters[at] === "x" ? letter : letter.toUpperCase();
  }
  return letters.join("");
}

/** The owner of a file, or of a link's target. @param path from the root that the run sees */
export async function ownerAt(run: ShellProcess, files: Files, path: string): Promise<Owner> {
  const real = await files.realpath(path).catch(() => path);
  return ownOwnerAt(run, real);
}

/** The same without following links. */
export const ownOwnerAt = (run: ShellProcess, path: string): Owner => run.parts.machine.ownerOf(machinePath(run, path));

/** A path from the root of the run's machine. @param path from the root that the run sees */
export const machinePath = ({ root }: ShellProcess, path: string): string =>
  trimEndOf(root === "" ? path : `/${root}${path}`, "/") || "/";

/** `chown USER[:GROUP] FILE…` and `chgrp GROUP FILE…`. */
export const ownerCommands = (run: ShellProcess) => [
  command("chown", (args, context) => change(run, args, context, "chown")),
  command("chgrp", (args, context) => change(run, args, context, "chgrp")),
];

const NUMBERS: Readonly<Record<string, number>> = { root: 0, nobody: 65_534, nogroup: 65_534 };
const numberOf = (name: string): number | undefined => (/^\d+$/.test(name) ? Number(name) : NUMBERS[name]);

async function change(
  run: ShellProcess,
  args: readonly string[],
  { fs, cwd }: CommandContext,
  name: "chown" | "chgrp",
) {
  const { flags, operands } = readOptions(args, "");
  const [owner, ...paths] = operands;
  if (owner === undefined || paths.length === 0) return failed(`${name}: missing operand`);
  const [user = "", group = ""] = name === "chgrp" ? ["", owner] : owner.split(/[:.]/);
  const unknown = [user, group].find((each) => each !== "" && numberOf(each) === undefined);
  if (unknown !== undefined) return failed(`${name}: unknown user/group ${unknown}`);
  const { machine } = run.parts;
  const problems: string[] = [];
  for (const path of paths) {
    const full = fs.resolvePath(cwd, path);
    if (!(await fs.exists(full))) problems.push(`${name}: ${path}: No such file or directory\n`);
    else if (!holds(machine.user, "CHOWN")) problems.push(`${name}: ${path}: Operation not permitted\n`);
    else await give(run, fs, full, { user: numberOf(user), group: numberOf(group) }, flags.has("R"));
  }
  return { stderr: problems.join(""), exitCode: problems.length === 0 ? 0 : 1 };
}

interface Change {
  readonly user: number | undefined;
  readonly group: number | undefined;
}

async function give(run: ShellProcess, fs: Files, path: string, to: Change, isDeep: boolean): Promise<void> {
  const before = ownOwnerAt(run, path);
  await run.parts.machine.setOwner(machinePath(run, path), {
    user: to.user ?? before.user,
    group: to.group ?? before.group,
  });
  if (!isDeep || !(await fs.lstat(path)).isDirectory) return;
  for (const name of await fs.readdir(path)) await give(run, fs, `${trimEndOf(path, "/")}/${name}`, to, true);
}

/** `stat` with the formats that scripts use; other calls go to the library. */
export const statCommand = (run: ShellProcess) =>
  command("stat", async (args, { fs, cwd, origCommand }) => {
    const { flags, values, operands } = readOptions(
      args.map((arg) => arg.replace(/^--(?:format|printf)=/, "-c")),
      "cf",
    );
    const format = values.get("c");
    if (format === undefined) return (await origCommand?.([...args])) ?? failed("stat: not found", 127);
    let stdout = "";
    const problems: string[] = [];
    for (const path of operands) {
      const full = fs.resolvePath(cwd, path);
      const found = await (flags.has("L") ? fs.stat(full) : fs.lstat(full)).catch(() => undefined);
      if (found === undefined) {
        problems.push(`stat: can't stat '${path}': No such file or directory\n`);
        continue;
      }
      const { user, group } = flags.has("L") ? await ownerAt(run, fs, full) : ownOwnerAt(run, full);
      const kind = found.isDirectory ? "directory" : found.isSymbolicLink ? "symbolic link" : "regular file";
      const texts: Readonly<Record<string, string>> = {
        a: (found.mode & 0o7777).toString(8),
        A: (found.isDirectory ? "d" : found.isSymbolicLink ? "l" : "-") + modeLetters(found.mode),
        u: String(user),
        g: String(group),
        U: nameOfUser(user),
        G: nameOfUser(group),
        n: path,
        s: String(found.size),
        F: found.size === 0 && kind === "regular file" ? "regular empty file" : kind,
        Y: String(Math.floor(found.mtime.getTime() / 1000)),
        h: "1",
        "%": "%",
      };
      stdout += `${format.replace(/%([a-zA-Z%])/g, (written, letter: string) => texts[letter] ?? written)}\n`;
    }
    return { stdout, stderr: problems.join(""), exitCode: problems.length === 0 ? 0 : 1 };
  });
