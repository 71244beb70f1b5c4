import type { IFileSystem } from "just-bash/browser";
import { RefusedError } from "./refusals.ts";

/** The owner and group of a file, as numbers. */
export interface Owner {
  readonly user: number;
  readonly group: number;
}

export const ROOT: Owner = { user: 0, group: 0 };
/** The set-group-ID bit: new files in a folder get the folder's group. */
export const SET_GROUP = 0o2000;

/** Counts changes that may affect which folders a user can reach: of their modes, owners and names. */
export const folderChanges = { count: 0 };

/**
 * The owners of the files of one file system. A path without an entry has the owner of the nearest parent folder that
 * has one.
 */
export class Owners {
  readonly #entries = new Map<string, Owner>([["/", ROOT]]);

  of(path: string): Owner {
    for (let at = path; at !== "/"; at = parentOf(at)) {
      const owner = this.#entries.get(at);
      if (owner !== undefined) return owner;
    }
    return this.#entries.get("/") ?? ROOT;
  }

  set(path: string, owner: Owner): void {
    const { user, group } = this.of(path);
    if (user !== owner.user || group !== owner.group) this.#entries.set(path, owner);
  }

  /** Keeps a path's owner when the folder above it gets another one. */
  keep(path: string): void {
    this.#entries.set(path, this.of(path));
  }

  /** Drops a removed path. @param isFolder whether to drop everything below it, too */
  drop(path: string, isFolder: boolean): void {
    if (path !== "/") this.#entries.delete(path);
    if (!isFolder) return;
    for (const key of this.#entries.keys()) if (key.startsWith(`${path}/`)) this.#entries.delete(key);
  }

  move(from: string, to: string): void {
    const owner = this.of(from);
    const below = [...this.#entries].filter(([key]) => key.startsWith(`${from}/`));
    this.drop(from, true);
    this.set(to, owner);
    for (const [key, each] of below) this.set(`${to}${key.slice(from.length)}`, each);
  }
}

type Method = (...args: unknown[]) => Promise<unknown>;

/** Methods that create a file, by the index of the argument with its path. */
const MAKES: Readonly<Record<string, number>> = { writeFile: 0, appendFile: 0, mkdir: 0, symlink: 1, cp: 1, link: 1 };

/** The same file system; files that are created through the result belong to the given user and group. */
export function createdBy(files: IFileSystem, owners: Owners, creator: Owner): IFileSystem {
  const make = async (method: Method, args: unknown[], path: string, isFolder: boolean): Promise<unknown> => {
    const first = await firstMissing(files, path);
    // Without this check, the library would create the missing parent folders.
    if (first !== undefined && first !== path && !isFolder) throw new RefusedError("No such file or directory", path);
    const before = first === undefined ? await files.stat(path).catch(() => undefined) : undefined;
    const result = await method.apply(files, args);
    // The library resets the mode of an existing file when it is written.
    if (before?.isFile === true) await files.chmod(path, before.mode);
    if (first !== undefined) {
      const folder = parentOf(first);
      const givesGroup = ((await files.stat(folder)).mode & SET_GROUP) !== 0;
      owners.set(first, givesGroup ? { ...creator, group: owners.of(folder).group } : creator);
    }
    return result;
  };
  return new Proxy(files, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== "function") return method;
      const made = MAKES[String(name)];
      if (made !== undefined)
        return (...args: unknown[]) => make(method as Method, args, plain(args[made]), name === "mkdir");
      if (name === "chmod") {
        return async (path: string, mode: number) => {
          await target.chmod(path, mode);
          folderChanges.count += 1;
        };
      }
      if (name === "rm") {
        return async (path: string, ...rest: unknown[]) => {
          const isFolder = (await files.exists(path)) && (await files.lstat(path)).isDirectory;
          const result = await (method as Method).apply(target, [path, ...rest]);
          owners.drop(plain(path), isFolder);
          if (isFolder) folderChanges.count += 1;
          return result;
        };
      }
      if (name === "mv") {
        return async (from: string, to: string) => {
          const modes = await folderModes(files, plain(from));
          const result = await (method as Method).apply(target, [from, to]);
          owners.move(plain(from), plain(to));
          // The library creates the moved folders again, with default modes.
          for (const [below, mode] of modes) await files.chmod(plain(`${to}${below}`), mode);
          folderChanges.count += 1;
          return result;
        };
      }
      return method.bind(target);
    },
  });
}

/** The modes of a folder and its subfolders, by relative path; empty for anything but a folder. */
async function folderModes(
  files: IFileSystem,
  path: string,
  below = "",
  modes: [string, number][] = [],
): Promise<readonly (readonly [string, number])[]> {
  const found = await files.lstat(`${path}${below}`).catch(() => undefined);
  if (found?.isDirectory !== true) return modes;
  modes.push([below, found.mode]);
  for (const name of await files.readdir(`${path}${below}`)) await folderModes(files, path, `${below}/${name}`, modes);
  return modes;
}

/** The topmost part of a path that does not exist; undefined when the whole path exists. */
async function firstMissing(files: IFileSystem, path: string): Promise<string | undefined> {
  let missing: string | undefined;
  for (let at = path; at !== "/" && !(await files.exists(at)); at = parentOf(at)) missing = at;
  return missing;
}

export const parentOf = (path: string): string => path.replace(/\/[^/]*$/, "") || "/";
const plain = (path: unknown): string => `/${String(path)}`.replace(/\/+/g, "/").replace(/(.)\/$/, "$1");
