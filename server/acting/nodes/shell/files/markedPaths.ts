import type { IFileSystem } from "just-bash/browser";
import { accessBits, type Permitted } from "./permissions.ts";
import { RefusedError } from "./refusals.ts";

/**
 * What scripts are given before paths. The library opens files for output, and tests what may be done with a file, in ways
 * that do not ask the files; with a mark before the path, they know what they are asked, and answer it.
 */
export const MARKS = {
  /** A file that output goes to. */
  output: "/dev/.output/",
  /** A file of which a script asks what it may do with it. */
  access: "/dev/.access/",
  /** A file whose script a shell reads in: it is made to print as it goes. */
  source: "/dev/.source/",
} as const;

/** As a script has it: the path behind the mark may be relative. */
const NAMED = /^\/dev\/\.(output|access|source)\/(.*)$/s;
/** As the library asks for it. */
const RESOLVED = /^\/dev\/\.(output|access|source):(\/.*)$/s;
const MARK = /\/dev\/\.(?:output|access|source)[/:]/g;
const UNOPENED = /^bash: (line \d+: )?\/dev\/\.output\/(.*): cannot open redirect target$/gm;
/** What no name leads to. */
const NOWHERE = "/dev/.none/file";
const NOT_THERE = "No such file or directory";

/** Words about marked paths become words about the paths. */
export class MarkedPaths {
  /** The path that was named last, and how. */
  #last = { path: "", name: "" };
  /** Why output could not go to a path, by its name in the script. */
  readonly #reasons = new Map<string, string>();

  /** @param isBash who speaks; other shells have words of their own */
  told(text: string, isBash: boolean): string {
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

  /** Opens a file for output. @returns whether it was there @throws RefusedError */
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
  /** Makes the script of a file that is read in print as it goes. */
  streamed(script: string): string;
}

type Method = (...args: unknown[]) => unknown;

/** The same files, where a marked path is the file that it is about. */
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

/** The bits of the owner say what this user may do: the library reads those for every user. */
async function statAsAllowed(files: IFileSystem, path: string, parts: MarkedParts) {
  const found = await files.stat(path);
  return { ...found, mode: (found.mode & ~0o700) | ((await accessBits(files, path, parts)) << 6) };
}
