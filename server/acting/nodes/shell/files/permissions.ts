import type { FsStat, IFileSystem, MkdirOptions } from "just-bash/browser";
import type { UserMessage } from "../messages.ts";
import { type Capability, holds } from "../processes/capabilities.ts";
import { folderChanges, type Owner, parentOf } from "./owners.ts";
import { RefusedError } from "./refusals.ts";

/** Permission bits, as in one class of a mode. */
const READ = 4;
const WRITE = 2;
const EXECUTE = 1;
/** The bits that are needed to create and remove entries of a folder. */
const CHANGE = WRITE | EXECUTE;
/** With these capabilities, root may do everything with files. */
const OVERRIDING_CAPABILITIES: readonly Capability[] = ["CHOWN", "DAC_OVERRIDE", "FOWNER"];
/** The sticky bit: only the owners of a folder's entries may remove them. */
const STICKY = 0o1000;

export interface Permitted {
  readonly user: UserMessage;
  /** The owner of a file. @param path without links */
  ownerOf(path: string): Owner;
  /** Whether the path is in a read-only file system. @param path without links */
  isFixed(path: string): boolean;
}

/**
 * The permission bits of a user on an existing file. As in a kernel, exactly one class applies: the first that matches.
 */
export const accessBits = async (files: IFileSystem, path: string, subject: Permitted): Promise<number> =>
  bitsAt(files, await files.realpath(path), subject);

/** {@link accessBits} of a path without links. */
async function bitsAt(files: IFileSystem, real: string, subject: Permitted): Promise<number> {
  const { mode, isDirectory } = await files.lstat(real);
  const bits = bitsOf(subject.user, subject.ownerOf(real), mode, isDirectory);
  return subject.isFixed(real) ? bits & ~WRITE : bits;
}

function bitsOf(subject: UserMessage, owner: Owner, mode: number, isFolder: boolean): number {
  const { user, groups } = subject;
  // Root may read and write every file, and execute a file that any class may execute.
  if (holds(subject, "DAC_OVERRIDE")) return READ | WRITE | (isFolder || (mode & 0o111) !== 0 ? EXECUTE : 0);
  const shift = owner.user === user ? 6 : groups.includes(owner.group) ? 3 : 0;
  return (mode >> shift) & 7;
}

type Method = (...args: unknown[]) => Promise<unknown>;
type Check = (checks: Checks, paths: readonly string[], options: unknown) => Promise<unknown>;

/** The check that each method performs first. */
const CHECKS: Readonly<Record<string, Check>> = {
  readFile: (checks, [path = ""]) => checks.read(path),
  readFileBytes: (checks, [path = ""]) => checks.read(path),
  readFileBuffer: (checks, [path = ""]) => checks.read(path),
  readdir: (checks, [path = ""]) => checks.read(path),
  readdirWithFileTypes: (checks, [path = ""]) => checks.read(path),
  stat: (checks, [path = ""]) => checks.follow(path),
  lstat: (checks, [path = ""]) => checks.reach(path),
  realpath: (checks, [path = ""]) => checks.follow(path),
  readlink: (checks, [path = ""]) => checks.reach(path),
  writeFile: (checks, [path = ""]) => checks.write(path),
  appendFile: (checks, [path = ""]) => checks.write(path),
  mkdir: (checks, [path = ""], options) => checks.make(path, (options as MkdirOptions | undefined)?.recursive),
  symlink: (checks, [, path = ""]) => checks.make(path),
  link: (checks, [, path = ""]) => checks.make(path),
  rm: (checks, [path = ""]) => checks.remove(path),
  chmod: (checks, [path = ""]) => checks.own(path),
  utimes: (checks, [path = ""]) => checks.touch(path),
  async cp(checks, [from = "", to = ""]) {
    await checks.read(from);
    await checks.write(to);
  },
  async mv(checks, [from = "", to = ""]) {
    await checks.removeEntry(from);
    await checks.removeEntry(to);
    await checks.make(to);
  },
};

/**
 * The same file system with the permission checks of a user. Root may do everything, unless its container dropped the
 * capabilities.
 */
export function permitted(files: IFileSystem, subject: Permitted): IFileSystem {
  if (OVERRIDING_CAPABILITIES.every((each) => holds(subject.user, each))) return files;
  const checks = new Checks(files, subject);
  return new Proxy(files, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== "function") return method;
      if (name === "exists") {
        return async (path: string) => (await checks.isReachable(path)) && (await target.exists(path));
      }
      const check = CHECKS[String(name)];
      if (check === undefined) return method.bind(target);
      return async (...args: unknown[]) => {
        await check(checks, args as string[], args[1]);
        return (method as Method).apply(target, args);
      };
    },
  });
}

/** The permission checks of one user. Each rejects with a RefusedError. */
class Checks {
  readonly #files: IFileSystem;
  readonly #subject: Permitted;
  /**
   * Cache of folders that the user can reach, valid until any folder changes: checking all parents each time is slow.
   */
  #passable = { count: 0, folders: new Set<string>() };

  constructor(files: IFileSystem, subject: Permitted) {
    this.#files = files;
    this.#subject = subject;
  }

  /** Whether the user may traverse all parent folders. */
  async isReachable(path: string): Promise<boolean> {
    const above = await this.#folderAbove(path);
    const { count } = folderChanges;
    if (count !== this.#passable.count) this.#passable = { count, folders: new Set() };
    const { folders } = this.#passable;
    for (let at = above; !folders.has(at); at = parentOf(at)) {
      if (((await bitsAt(this.#files, at, this.#subject)) & EXECUTE) === 0) return false;
      if (at === "/") break;
    }
    folders.add(above);
    return true;
  }

  async reach(path: string): Promise<void> {
    if (!(await this.isReachable(path))) throw new RefusedError("Permission denied", path);
  }

  /** Checks the way to a path's target. @returns whether it exists */
  async follow(path: string): Promise<boolean> {
    await this.reach(path);
    if (!(await this.#files.exists(path))) return false;
    if (!(await this.isReachable(await this.#files.realpath(path)))) throw new RefusedError("Permission denied", path);
    return true;
  }

  async read(path: string): Promise<void> {
    if (await this.follow(path)) await this.#need(path, READ, path);
  }

  async write(path: string): Promise<void> {
    if (await this.follow(path)) await this.#need(path, WRITE, path);
    else await this.make(path);
  }

  /**
   * Checks the creation of an entry that may not exist yet.
   * @param isDeep whether missing parent folders are created, too; otherwise they are an error
   */
  async make(path: string, isDeep = false): Promise<void> {
    await this.reach(path);
    if (await this.#files.exists(path)) return;
    if (isDeep || (await this.#files.exists(parentOf(path))))
      await this.#need(await this.#folderAbove(path), CHANGE, path);
  }

  /** Checks the removal of an entry with everything below it. */
  async remove(path: string): Promise<void> {
    await this.removeEntry(path);
    if (await this.#isFolder(path)) await this.#empty(path);
  }

  /** Checks the removal of an entry, if it exists. */
  async removeEntry(path: string): Promise<void> {
    await this.reach(path);
    if ((await this.#entry(path)) === undefined) return;
    const folder = await this.#folderAbove(path);
    await this.#need(folder, CHANGE, path);
    const { mode } = await this.#files.stat(folder);
    const isForOwners = (mode & STICKY) !== 0 && !this.#isOwn(folder);
    if (isForOwners && !this.#isOwn(`${folder}/${nameOf(path)}`.replace("//", "/"))) {
      throw new RefusedError("Operation not permitted", path);
    }
  }

  /** Checks a change that only the owner may make. */
  async own(path: string): Promise<void> {
    if (!(await this.follow(path))) return;
    const real = await this.#files.realpath(path);
    if (this.#subject.isFixed(real)) throw new RefusedError("Read-only file system", path);
    if (!this.#isOwn(real)) throw new RefusedError("Operation not permitted", path);
  }

  async touch(path: string): Promise<void> {
    if (!(await this.follow(path)) || this.#isOwn(await this.#files.realpath(path))) return;
    await this.#need(path, WRITE, path);
  }

  async #empty(folder: string): Promise<void> {
    const names = await this.#files.readdir(folder);
    if (names.length > 0) await this.#need(folder, READ | CHANGE, folder);
    for (const name of names) {
      const path = `${folder}/${name}`;
      if (await this.#isFolder(path)) await this.#empty(path);
    }
  }

  #isOwn(path: string): boolean {
    return this.#subject.ownerOf(path).user === this.#subject.user.user || holds(this.#subject.user, "FOWNER");
  }

  /** The entry itself, not a link's target; undefined when it does not exist. */
  #entry(path: string): Promise<FsStat | undefined> {
    return this.#files.lstat(path).catch(() => undefined);
  }

  async #isFolder(path: string): Promise<boolean> {
    return (await this.#entry(path))?.isDirectory === true;
  }

  async #need(path: string, bits: number, shownPath: string): Promise<void> {
    if (await this.#allows(path, bits)) return;
    const isFixed = (bits & WRITE) !== 0 && this.#subject.isFixed(await this.#files.realpath(path));
    throw new RefusedError(isFixed ? "Read-only file system" : "Permission denied", shownPath);
  }

  async #allows(path: string, bits: number): Promise<boolean> {
    return ((await accessBits(this.#files, path, this.#subject)) & bits) === bits;
  }

  /** The nearest existing parent folder, without links. */
  async #folderAbove(path: string): Promise<string> {
    let at = parentOf(path);
    while (at !== "/" && !(await this.#files.exists(at))) at = parentOf(at);
    return this.#files.realpath(at);
  }
}

const nameOf = (path: string): string => path.replace(/^.*\//, "");
