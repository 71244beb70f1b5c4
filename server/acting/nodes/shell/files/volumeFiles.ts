import type { IFileSystem } from "just-bash/browser";
import type { FileText, PathKind } from "../messages.ts";
import { HOST_FOLDERS, hostFiles, nodeOfFiles } from "./nodeFiles.ts";
import { type OwnedFiles, putFiles } from "./ownedFiles.ts";
import { folderChanges, Owners, parentOf } from "./owners.ts";
import { projectFiles } from "./projectedFiles.ts";
import { RefusedError } from "./refusals.ts";
import { SizedFiles } from "./sizedFiles.ts";

/** Volumes by name, shared by the machines that mount them. */
export class Volumes {
  readonly #volumes = new Map<string, OwnedFiles>();
  /** The files that were put into volumes as a kubelet does. */
  readonly #projected = new Map<string, readonly FileText[]>();

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

  /**
   * Replaces all files of a volume by these.
   * @param folder the name of the folder that a kubelet would put them into; undefined to put them into the volume's root
   */
  async replace(name: string, files: readonly FileText[], folder?: string): Promise<void> {
    const volume = await this.of(name);
    if (folder !== undefined) {
      const before = this.#projected.get(name);
      this.#projected.set(name, files);
      return projectFiles(volume, files, { folder, before });
    }
    const kept = new Set(files.map(({ path }) => path));
    for (const old of await volume.files.readdir("/"))
      if (!kept.has(`/${old}`)) await volume.files.rm(`/${old}`, { recursive: true });
    await putFiles(volume.files, files);
    for (const { path, user = 0, group = 0 } of files) volume.owners.set(path, { user, group });
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
    this.#projected.delete(name);
  }
}

type Method = (...args: unknown[]) => unknown;

/** File system methods by how many of their first arguments are paths. */
const PATHS: Readonly<Record<string, readonly number[]>> = { cp: [0, 1], mv: [0, 1], link: [0, 1], symlink: [1] };
const WRITES = new Set(["writeFile", "appendFile", "mkdir", "rm", "cp", "mv", "chmod", "symlink", "link", "utimes"]);

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
export const VOLUME_MODE = 0o777;
