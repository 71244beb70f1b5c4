import type { CpOptions, IFileSystem } from "just-bash/browser";
import { RefusedError } from "./refusals.ts";

/** Maximum number of links on the way to a file, as in a kernel. */
const MOST_LINKS = 40;

/** Returns the target of the link at a path without links; undefined when there is no link. */
export type LinkAt = (path: string) => string | undefined;

/**
 * A path without symbolic links.
 * @param path absolute, without `.` and `..`
 * @param followsLast whether the path's last part is followed, too, when it is a link
 * @throws RefusedError when links lead to each other
 */
export function withoutLinks(path: string, linkAt: LinkAt, followsLast = true): string {
  const pending = partsOf(path).reverse();
  const real: string[] = [];
  let links = 0;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part === "..") {
      real.pop();
      continue;
    }
    real.push(part);
    const target = followsLast || pending.length > 0 ? linkAt(`/${real.join("/")}`) : undefined;
    if (target === undefined) continue;
    links += 1;
    if (links > MOST_LINKS) throw new RefusedError("Too many levels of symbolic links", path);
    if (target.startsWith("/")) real.length = 0;
    else real.pop();
    for (const each of partsOf(target).reverse()) pending.push(each);
  }
  return `/${real.join("/")}`;
}

const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "" && part !== ".");

/** Methods whose only path is followed to its end. */
const FOLLOWING =
  "readFile readFileBytes readFileBuffer writeFile appendFile exists stat mkdir readdir chmod utimes realpath";

/** Methods by their paths: whether each of the first arguments is followed to its end; undefined for no path. */
const PATHS: Readonly<Record<string, readonly (boolean | undefined)[]>> = {
  ...Object.fromEntries(FOLLOWING.split(" ").map((name) => [name, [true]])),
  lstat: [false],
  readlink: [false],
  rm: [false],
  symlink: [undefined, false],
  link: [false, false],
  mv: [false, false],
};

type Method = (...args: unknown[]) => unknown;

/**
 * The same file system, in which links are followed as a kernel does: to other mounts, through other links, and when a
 * file is written. The library follows them only within one file system, and replaces a link that is written to.
 * @param linkAt undefined when there is no link at all
 */
export function withLinks(files: IFileSystem, linkAt: () => LinkAt | undefined): IFileSystem {
  return new Proxy(files, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== "function") return method;
      const paths = PATHS[String(name)];
      if (paths === undefined && name !== "cp") return method.bind(target);
      return async (...args: unknown[]) => {
        const links = linkAt();
        if (links === undefined) return (method as Method).apply(target, args);
        // A recursive copy keeps links; a copy of a file is one of the link's target.
        const followed = paths ?? [(args[2] as CpOptions | undefined)?.recursive !== true, true];
        let real: unknown[];
        try {
          real = args.map((arg, i) => {
            const follows = followed[i];
            return follows === undefined ? arg : withoutLinks(target.resolvePath("/", String(arg)), links, follows);
          });
        } catch (error) {
          if (name === "exists" && error instanceof RefusedError) return false;
          throw error;
        }
        return (method as Method).apply(target, real);
      };
    },
  });
}
