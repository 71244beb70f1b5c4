import { type IFileSystem, MountableFs } from "just-bash/browser";
import { trimEndOf } from "../../../../../shared/text/trimEnd.ts";
import type { FileText, MachineMessage, PathKind } from "../messages.ts";
import { HOST_FOLDERS, hostFiles, nodeOfFiles } from "./nodeFiles.ts";
import { createdBy, folderChanges, Owners, parentOf, SET_GROUP } from "./owners.ts";
import { RefusedError } from "./refusals.ts";
import { SizedFiles } from "./sizedFiles.ts";

/** Writes files, with the folders above them. */
export async function putFiles(into: IFileSystem, files: readonly FileText[]): Promise<void> {
  for (const { path, content, mode = 0o644 } of files) {
    await into.mkdir(parentOf(path), { recursive: true });
    await into.writeFile(path, content);
    await into.chmod(path, mode);
  }
}

/** Files with their owners. */
export interface OwnedFiles {
  readonly files: SizedFiles;
  readonly owners: Owners;
}

/** Volumes by name, shared by the machines that mount them. */
export class Volumes {
  readonly #volumes = new Map<string, OwnedFiles>();

  async of(name: string): Promise<OwnedFiles> {
    let volume = this.#volumes.get(name);
    if (volume === undefined) {
      volume = { files: new SizedFiles(), owners: new Owners() };
      this.#volumes.set(name, volume);
      await volume.files.chmod("/", VOLUME_MODE);
      const node = nodeOfFiles(name);
      if (node === undefined) return volume;
      for (const folder of HOST_FOLDERS) await volume.files.mkdir(folder, { recursive: true });
      await putFiles(volume.files, hostFiles(node));
    }
    return volume;
  }

  /** Replaces all files of a volume by these. */
  async replace(name: string, files: readonly FileText[]): Promise<void> {
    const { files: volume, owners } = await this.of(name);
    const kept = new Set(files.map(({ path }) => path));
    for (const old of await volume.readdir("/"))
      if (!kept.has(`/${old}`)) await volume.rm(`/${old}`, { recursive: true });
    await putFiles(volume, files);
    for (const { path, user = 0, group = 0 } of files) owners.set(path, { user, group });
    folderChanges.count += 1;
  }

  /**
   * The kind of entry at a path of a volume.
   * @param wanted what to create when nothing is there; a file only in an existing folder
   */
  async probePath(name: string, path: string, wanted: PathKind | undefined): Promise<PathKind | undefined> {
    const { files } = await this.of(name);
    if (!(await files.exists(path)) && wanted === "directory") await files.mkdir(path, { recursive: true });
    if (!(await files.exists(path)) && wanted === "file" && (await files.exists(parentOf(path)))) {
      await files.writeFile(path, "");
    }
    if (!(await files.exists(path))) return undefined;
    return (await files.stat(path)).isDirectory ? "directory" : "file";
  }

  /** Total size of a volume's files in bytes. */
  used(name: string): number {
    return this.#volumes.get(name)?.files.used ?? 0;
  }

  drop(name: string): void {
    this.#volumes.delete(name);
  }
}

type Method = (...args: unknown[]) => unknown;

/** File system methods by how many of their first arguments are paths. */
const PATHS: Readonly<Record<string, readonly number[]>> = { cp: [0, 1], mv: [0, 1], link: [0, 1], symlink: [1] };
const WRITES = new Set(["writeFile", "appendFile", "mkdir", "rm", "cp", "mv", "chmod", "symlink", "link", "utimes"]);

/** The file system below a folder. */
export const folderOf = (files: IFileSystem, folder: string): IFileSystem =>
  folder === "" ? files : belowRoot(files, () => folder);

/** A file system that shows what is below a root folder. The root may change later; empty means everything. */
export function belowRoot(files: IFileSystem, root: () => string): IFileSystem {
  const inside = (path: unknown): string => (root() === "" ? `${path}` : `/${root()}${path === "/" ? "" : path}`);
  return new Proxy(files, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== "function") return method;
      if (name === "resolvePath") return method.bind(target);
      if (name === "realpath") {
        return async (path: string) => {
          const real = await target.realpath(inside(path));
          const above = root() === "" ? "" : `/${root()}`;
          // A link may lead out of the folder: its target then has no other path.
          if (!real.startsWith(`${above}/`)) return real === above ? "/" : real;
          return real.slice(above.length);
        };
      }
      if (name === "getAllPaths") {
        return () =>
          target.getAllPaths().flatMap((path) => {
            const below = root() === "" ? 0 : root().length + 1;
            return path.startsWith(inside("/")) ? path.slice(below) : [];
          });
      }
      const places = PATHS[String(name)] ?? [0];
      return (...args: unknown[]) =>
        (method as Method).apply(
          target,
          args.map((arg, i) => (places.includes(i) ? inside(arg) : arg)),
        );
    },
  });
}

/** A read-only view of a file system. */
export function readOnly(files: IFileSystem): IFileSystem {
  return new Proxy(files, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== "function") return method;
      if (!WRITES.has(String(name))) return method.bind(target);
      return async (...args: unknown[]) => {
        // `mkdir` of an existing folder changes nothing, so allow it.
        if (name === "mkdir" && (await target.exists(String(args[0])))) return (method as Method).apply(target, args);
        throw new RefusedError("Read-only file system", String(args[PATHS[String(name)]?.at(-1) ?? 0]));
      };
    },
  });
}

/** Every user may write to volumes. */
const VOLUME_MODE = 0o777;

/** A mount point in a machine. */
export interface MountedPlace {
  readonly path: string;
  /** The mounted subfolder of the volume, without a leading slash; empty for the whole volume. */
  readonly part: string;
  readonly owners: Owners;
  /** Whether it is read-only. */
  readonly isFixed: boolean;
}

/** The file system of a machine: its own files, and volumes at their mount points. A mounted single file is a copy. */
export async function mountVolumes(
  base: SizedFiles,
  { mounts, isRootReadOnly, user: creator }: Pick<MachineMessage, "mounts" | "isRootReadOnly" | "user">,
  volumes: Volumes,
): Promise<{ readonly files: IFileSystem; readonly places: readonly MountedPlace[] }> {
  const root: MountedPlace = { path: "/", part: "", owners: new Owners(), isFixed: isRootReadOnly };
  const places = [root];
  const all = new MountableFs({ base: isRootReadOnly ? readOnly(base) : createdBy(base, root.owners, creator) });
  for (const { path, volume, readOnly: isFixed, subPath, group, most } of mounts) {
    const { files, owners } = await volumes.of(volume);
    if (most !== undefined) files.most = most;
    if (group !== undefined) {
      owners.set("/", { user: owners.of("/").user, group });
      await files.chmod("/", VOLUME_MODE | SET_GROUP);
    }
    const part = trimEndOf(subPath, "/").replace(/^\/+/, "");
    if (part !== "" && (await files.exists(`/${part}`)) && (await files.stat(`/${part}`)).isFile) {
      const { mode } = await files.stat(`/${part}`);
      await putFiles(base, [{ path, content: await files.readFileBuffer(`/${part}`), mode }]);
      root.owners.set(plain(path), owners.of(`/${part}`));
      continue;
    }
    if (part !== "" && !(await files.exists(`/${part}`))) {
      await files.mkdir(`/${part}`, { recursive: true });
      await files.chmod(`/${part}`, VOLUME_MODE);
    }
    await base.mkdir(path, { recursive: true });
    places.push({ path: plain(path), part, owners, isFixed });
    const own = folderOf(createdBy(files, owners, creator), part);
    all.mount(path, isFixed ? readOnly(own) : own);
  }
  return { files: all, places };
}

const plain = (path: string): string => trimEndOf(path, "/") || "/";
