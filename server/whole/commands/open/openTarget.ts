import { readFile, stat } from "node:fs/promises";
import { parseConsolePath, parseOrreryLink } from "../../../../shared/consoleLink.ts";
import type { Opening } from "../../console/instance/openingPath.ts";
import { CommandError } from "../commandError.ts";

/** Maximum size of a file, in bytes. */
const MAX_FILE = 4 * 1024 * 1024;

/**
 * Interprets a word of the command line: no word is the start page, a name that ends in .yaml, .yml or .json is a file,
 * and everything else is a view, given by its path, by an address copied from a browser, or by a link.
 *
 * @param cluster the cluster that a file's objects are for
 * @throws CommandError for any other word
 */
export async function openTarget(word: string | undefined, cluster: string): Promise<Opening> {
  if (word === undefined) return { path: "/" };
  if (/\.(ya?ml|json)$/i.test(word) && !/^[a-z]+:\/\//i.test(word)) return { text: await textOf(word), cluster };
  const link = /^orrery:/i.test(word) ? parseOrreryLink(word) : parseConsolePath(withoutOrigin(word));
  if (link === undefined) {
    throw new CommandError(
      `${JSON.stringify(word)} is neither a view of the console (such as /c/sandbox/core/v1/pods) nor a .yaml, .yml or .json file`,
    );
  }
  return { path: link.path };
}

/** The port changes with every start, so the port of a copied address is ignored. */
const withoutOrigin = (word: string): string => word.replace(/^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(?=\/|$)/, "");

async function textOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) throw new CommandError(`there is no file ${file}`);
  if (found.size > MAX_FILE) throw new CommandError(`${file} is too large: at most ${MAX_FILE / 1024 / 1024} MiB`);
  return readFile(file, "utf8");
}
