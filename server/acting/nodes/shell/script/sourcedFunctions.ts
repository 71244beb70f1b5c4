import type { IFileSystem } from "just-bash/browser";

/** `. /lib/common.sh`, `source "./common.sh"`: sourced files with literal names. */
const SOURCED = /(?:^|[;&|({]|\b(?:then|do|else))[ \t]*(?:\.|source)[ \t]+["']?([^\s;"'&|()$*]+)/gm;
const FUNCTION = /^[ \t]*(?:function[ \t]+([A-Za-z_]\w*)|([A-Za-z_]\w*)[ \t]*\([ \t]*\))/gm;
/** Maximum number of files that are searched. */
const MOST = 20;

/**
 * The names of functions that a script gets from the files that it sources (`. FILE`), recursively, as far as the files
 * exist when it starts.
 */
export async function sourcedFunctions(script: string, files: IFileSystem, cwd: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const texts = [script];
  for (let text = texts.shift(); text !== undefined && seen.size < MOST; text = texts.shift()) {
    for (const [, name = ""] of text.matchAll(SOURCED)) {
      // A name without a slash is searched in the shell's path.
      if (!name.includes("/")) continue;
      const path = files.resolvePath(cwd, name);
      if (seen.has(path)) continue;
      seen.add(path);
      const found = await files.readFile(path).catch(() => "");
      for (const [, first, second] of found.matchAll(FUNCTION)) names.add(first ?? second ?? "");
      texts.push(found);
    }
  }
  return names;
}
