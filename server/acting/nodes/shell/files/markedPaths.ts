import type { IFileSystem } from "just-bash/browser";
import { accessBits, type Permitted } from "./permissions.ts";
import { RefusedError } from "./refusals.ts";

/**
 * Prefixes that are added to paths in scripts. The library opens files for output, and tests permissions, without
 * asking the file system. A marked path tells the file system which of these operations is meant.
 */
export const MARKS = {
  /** A file that is opened for output. */
  output: "/dev/.output/",
  /** A file that a script tests the permissions of. */
  access: "/dev/.access/",
  /** A script that a shell sources: it is rewritten to print as it goes. */
  source: "/dev/.source/",
} as const;

/** A marked path in a script: the path after the mark may be relative. */
const NAMED = /^\/dev\/\.(output|access|source)\/(.*)$/s;
/** A marked path after resolution, as the library passes it to the file system. */
const RESOLVED = /^\/dev\/\.(output|access|source):(\/.*)$/s;
const MARK = /\/dev\/\.(?:output|access|source)[/:]/g;
const UNOPENED = /^bash: (line \d+: )?\/dev\/\.output\/(.*): cannot open redirect target$/gm;
/** The path for an empty name: it never exists. */
const NOWHERE = "/dev/.none/file";
const NOT_THERE = "No such file or directory";

/** Remembers marked paths, and removes the marks from messages about them. */
export class MarkedPaths {
  /** The path that was resolved last, and its name in the script. */
  #last = { path: "", name: "" };
  /** Why a file could not be opened for output, by its name in the script. */
  readonly #reasons = new Map<string, string>();

  /** @param isBash whether the shell is bash; other shells use other words */
  withoutMarks(text: string, isBash: boolean): string {
    if (!text.includes("/dev/.")) return text;
    const known = text.replace(UNOPENED, (_, line: string | undefined, name: string) => {
      const reason = this.#reasons.get(name) ?? NOT_THERE;
      this.#reasons.delete(name);
      if (isBash) return `bash: ${line ?? ""}${name}: ${reason}`;
      return `bash: ${line ?? ""}can't create ${name}: ${reason === NOT_THERE ? "nonexistent directory" : reason}`;
    });
    return known.replace(MARK, "");
  }

  resolve(files: IFileSystem, base: string, mark: string, name: string): string {
    const path = name === "" ? NOWHERE : files.resolvePath(base, name);
    this.#last = { path, name };
    return `/dev/.${mark}:${path}`;
  }

  /** Opens a file for output. @returns whether it existed @throws RefusedError */
  async open(files: IFileSystem, path: string): Promise<boolean> {
    const name = this.#last.path === path ? this.#last.name : path;
    const isThere = await files.exists(path);
    if (isThere && (await files.stat(path)).isDirectory) return true;
    try {
      await files.appendFile(path, "");
    } catch (error) {
      if (error instanceof RefusedError) this.#reasons.set(name, error.message);
      throw error;
    }
    return isThere;
  }
}

export interface MarkedParts extends Permitted {
  readonly paths: MarkedPaths;
  /** Rewrites a sourced script to print as it goes. */
  streamed(script: string): string;
}

type Method = (...args: unknown[]) => unknown;

/** The same file system, in which marked paths refer to the files that they mark. */
export function withMarks(files: IFileSystem, parts: MarkedParts): IFileSystem {
  const { paths } = parts;
  return new Proxy(files, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== "function") return method;
      if (name === "resolvePath") {
        return (base: string, path: string) => {
          const [, mark, rest = ""] = NAMED.exec(path) ?? [];
          return mark === undefined ? target.resolvePath(base, path) : paths.resolve(target, base, mark, rest);
        };
      }
      return (first: unknown, ...more: unknown[]) => {
        const [, mark, path] = typeof first === "string" ? (RESOLVED.exec(first) ?? []) : [];
        if (path === undefined) return (method as Method).call(target, first, ...more);
        if (mark === "output" && name === "exists") return paths.open(target, path);
        if (mark === "access" && name === "stat") return statAsAllowed(target, path, parts);
        if (mark === "source" && name === "readFile") return target.readFile(path).then((text) => parts.streamed(text));
        return (method as Method).call(target, path, ...more);
      };
    },
  });
}

/** Puts this user's permissions into the owner's bits of the mode, because the library always reads these. */
async function statAsAllowed(files: IFileSystem, path: string, parts: MarkedParts) {
  const found = await files.stat(path);
  return { ...found, mode: (found.mode & ~0o700) | ((await accessBits(files, path, parts)) << 6) };
}
