import path from "node:path";
import { type Disk, nodeDisk } from "./disk.ts";

/** Everything under this path inside the wasm is on a real disk; everything else stays in the wasm's memory. */
const root = "/mounts/";

interface Mount {
  readonly folder: string;
  readonly disk: Disk;
}

/** A path inside the wasm, resolved to the real path and its disk. */
export interface Located {
  readonly disk: Disk;
  readonly file: string;
}

/**
 * The real folders that the wasm can see, each under a short unique name. Short names avoid SQLite's path limit and
 * quoting rules, whatever the length or spelling of the real paths.
 */
export class Mounts {
  readonly #mounts = new Map<string, Mount>();
  #next = 1;

  /** Makes a real folder visible; returns its path inside the wasm, without a slash at the end. */
  add(folder: string, disk: Disk = nodeDisk): string {
    const name = String(this.#next++);
    this.#mounts.set(name, { folder: path.resolve(folder), disk });
    return root + name;
  }

  /** Hides a folder again. Files that are open stay usable. */
  remove(mountPath: string): void {
    this.#mounts.delete(mountPath.slice(root.length));
  }

  /** The real file of a path inside the wasm; undefined when the path is not under a mount. */
  locate(wasmPath: string): Located | undefined {
    if (!wasmPath.startsWith(root)) return undefined;
    const [name = "", ...rest] = path.posix.normalize(wasmPath).slice(root.length).split("/");
    const mount = this.#mounts.get(name);
    return mount && { disk: mount.disk, file: path.join(mount.folder, ...rest) };
  }
}
