import { trimEndOf } from "../../../../../shared/text/trimEnd.ts";
import type { ShellProcess } from "../shellProcess.ts";
import { nameOfUser } from "../userNames.ts";
import { type CommandContext, readOptions } from "./command.ts";
import { modeLetters, ownOwnerAt } from "./fileOwners.ts";

/** A line of the library's long listing: mode, number of links, owner and group, size, date, name. */
const LINE = /^[-dl][-rwxsStT]{9} +(\d+) user user ( *\S+) (\w{3} +\d+ +[\d:]+) (.*)$/;

/** A long listing with the files' real modes and owners; the library shows the same ones for all files. */
export async function longListing(
  run: ShellProcess,
  args: readonly string[],
  given: string,
  { fs, cwd }: Pick<CommandContext, "fs" | "cwd">,
): Promise<string> {
  const { flags, operands } = readOptions(args, "");
  // With `-d`, the library separates folders by blank lines, as if it listed their contents.
  const listing = flags.has("d") ? given.replace(/\n{2,}/g, "\n") : given;
  if (!flags.has("l") && !flags.has("n")) return listing;
  const shown = (number: number): string => (flags.has("n") ? String(number) : nameOfUser(number));
  const marks = flags.has("F") || flags.has("p");
  const [only = "."] = operands;
  // Before any heading, the lines belong to the only folder, or to the files that are named.
  let folder: string | undefined;
  const lines: string[] = [];
  for (const line of listing.split("\n")) {
    const [, links, size = "", date = "", written = ""] = LINE.exec(line) ?? [];
    if (links === undefined) {
      if (line === "") folder = undefined;
      else if (line.endsWith(":")) folder = line.slice(0, -1);
      lines.push(line);
      continue;
    }
    const name = trimEndOf(written, "/") || "/";
    const isNamed = folder === undefined && (flags.has("d") || operands.some((each) => trimEndOf(each, "/") === name));
    const path = isNamed ? fs.resolvePath(cwd, name) : fs.resolvePath(fs.resolvePath(cwd, folder ?? only), name);
    const found = await fs.lstat(path).catch(() => undefined);
    if (found === undefined) {
      lines.push(line);
      continue;
    }
    const { user, group } = ownOwnerAt(run, path);
    const kind = found.isDirectory ? "d" : found.isSymbolicLink ? "l" : "-";
    const target = found.isSymbolicLink ? ` -> ${await fs.readlink(path).catch(() => "")}` : "";
    const label = (marks && found.isDirectory ? written : name) + target;
    // The library shows the size of a link's target, and no date of the folder itself and the one above it.
    const own = found.isSymbolicLink ? String(found.size).padStart(size.length) : size;
    const day = name === "." || name === ".." ? dateText(found.mtime) : date;
    lines.push(`${kind}${modeLetters(found.mode)} ${links} ${shown(user)} ${shown(group)} ${own} ${day} ${label}`);
  }
  return lines.join("\n");
}

/** Milliseconds after which a listing shows a file's year instead of the time of day. */
const HALF_YEAR = 180 * 24 * 3_600_000;

/** A date in a long listing, as the library writes it. */
function dateText(date: Date): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  const day = `${date.toLocaleString("en-US", { month: "short" })} ${String(date.getDate()).padStart(2)}`;
  const isRecent = date.getTime() > Date.now() - HALF_YEAR;
  return `${day} ${isRecent ? `${two(date.getHours())}:${two(date.getMinutes())}` : ` ${date.getFullYear()}`}`;
}
