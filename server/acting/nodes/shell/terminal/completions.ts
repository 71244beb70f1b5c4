import type { IFileSystem } from "just-bash/browser";
import { lastWord } from "../../../../../shared/text/trimEnd.ts";

/** Completions of the last word of a line: files, or, at the beginning of the line, commands. */
export async function completions(files: IFileSystem, line: string, cwd: string): Promise<string[]> {
  const word = lastWord(line);
  const isFirst = line.trimStart() === word;
  const folder = /^.*\//.exec(word)?.[0] ?? "";
  const start = word.slice(folder.length);
  const where = isFirst && folder === "" ? "/bin" : files.resolvePath(cwd, folder || ".");
  const names = await files.readdir(where).catch(() => []);
  const found = names.filter((name) => name.startsWith(start) && !name.startsWith("__")).sort();
  const isFolder = async (name: string): Promise<boolean> =>
    (await files.stat(files.resolvePath(where, name)).catch(() => undefined))?.isDirectory ?? false;
  return Promise.all(
    found.slice(0, 200).map(async (name) => folder + name + (where !== "/bin" && (await isFolder(name)) ? "/" : "")),
  );
}
