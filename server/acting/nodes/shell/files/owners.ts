import type { IFileSystem } from "just-bash/browser";
import { RefusedError } from "./refusals.ts";

/** Whose a file is, as numbers. */
export interface Owner {
  readonly user: number;
  readonly group: number;
}

export const ROOT: Owner = { user: 0, group: 0 };
/** The permission bit by which new files in a folder get its group. */
export const SET_GROUP = 0o2000;

/** Counts what may change which folders a user can pass through: their modes and owners, and which folder has a name. */
export const folderChanges = { count: 0 };

/**
 * Who owns the files of one file system. A path that has no entry of its own belongs to the owner of the nearest folder that
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

  /** A path keeps its owner when the folder above it changes hands. */
  keep(path: string): void {
    this.#entries.set(path, this.of(path));
  }

  /** A path is no more. @param isFolder nor is anything below it */
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

/** Methods that make the file of an argument, where it is not there. */
const MAKES: Readonly<Record<string, number>> = { writeFile: 0, appendFile: 0, mkdir: 0, symlink: 1, cp: 1, link: 1 };

/** The same files, of which those that are made through the result belong to a user and a group. */
export function createdBy(files: IFileSystem, owners: Owners, creator: Owner): IFileSystem {
  const make = async (method: Method, args: unknown[], path: string, isFolder: boolean): Promise<unknown> => {
    const first = await firstMissing(files, path);
    // The library would make the folders above.
    if (first !== undefined && first !== path && !isFolder) throw new RefusedError("No such file or directory", path);
    const before = first === undefined ? await files.stat(path).catch(() => undefined) : undefined;
    const result = await method.apply(files, args);
    // The library gives a file that is written the mode of a new one.
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
          // The library makes the folders anew.
          for (const [below, mode] of modes) await files.chmod(plain(`${to}${below}`), mode);
          folderChanges.count += 1;
          return result;
        };
      }
      return method.bind(target);
    },
  });
}

/** The modes of a folder and of those below it, by their paths from there; none for what is no folder. */
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

/** The topmost part of a path that is not there; undefined when all of it is. */
async function firstMissing(files: IFileSystem, path: string): Promise<string | undefined> {
  let missing: string | undefined;
  for (let at = path; at !== "/" && !(await files.exists(at)); at = parentOf(at)) missing = at;
  return missing;
}

export const parentOf = (path: string): string => path.replace(/\/[^/]*$/, "") || "/";
const plain = (path: unknown): string => `/${String(path)}`.replace(/\/+/g, "/").replace(/(.)\/$/, "$1");
