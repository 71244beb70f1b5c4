import type { FsStat, IFileSystem } from "just-bash/browser";
import { trimEndOf } from "../../../../../shared/text/trimEnd.ts";
import type { ListedProcess } from "./processSpace.ts";
import { processStatus } from "./processStatus.ts";

export interface ProcessView {
  /** The number of the process that reads the file system. */
  readonly self: number;
  list(): Promise<readonly ListedProcess[]>;
  /** The file system as a process sees it; undefined when it is not accessible. */
  rootOf(process: ListedProcess): Promise<IFileSystem | undefined>;
}

const FOLDER = /^\/proc\/?$/;
const BELOW = /^\/proc\/(self|\d+)(?:\/(.*))?$/;

/** The text files about a process. */
const TEXTS: Readonly<Record<string, (process: ListedProcess) => string>> = {
  cmdline: ({ title }) => `${title.split(" ").join("\0")}\0`,
  comm: (process) => `${nameOf(process)}\n`,
  gid_map: () => WHOLE_MAP,
  status: (process) => processStatus(process, nameOf(process)),
  uid_map: () => WHOLE_MAP,
};
/** The user and group maps: the identity, because there are no user namespaces. */
const WHOLE_MAP = "         0          0 4294967295\n";
const ENTRIES = [...Object.keys(TEXTS), "root"].sort();

const nameOf = ({ title }: ListedProcess): string => (title.split(" ")[0] ?? "").replace(/^.*\//, "");

/** A file system that shows processes as folders below `/proc`, with each process's view of the files below `root`. */
export function withProcesses(files: IFileSystem, view: ProcessView): IFileSystem {
  const find = async (path: string): Promise<Place | undefined> => {
    const [, which, rest = ""] = BELOW.exec(path) ?? [];
    if (which === undefined) return undefined;
    const number = which === "self" ? view.self : Number(which);
    const process = (await view.list()).find((each) => each.number === number);
    return process === undefined ? undefined : placeIn(process, trimEndOf(rest, "/"), view);
  };
  return new Proxy(files, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== "function") return method;
      const own = READS[String(name)];
      const isChange = CHANGES.has(String(name));
      if (own === undefined && !isChange) return method.bind(target);
      return async (path: string, ...more: unknown[]): Promise<unknown> => {
        if (name === "readdir" && FOLDER.test(path)) {
          const numbers = (await view.list()).map(({ number }) => String(number));
          return [...new Set([...(await target.readdir(path)), ...numbers, "self"])].sort();
        }
        const place = await find(path);
        if (place === undefined) return method.call(target, path, ...more);
        if (place.files !== undefined) {
          const there = Reflect.get(place.files, name) as (...args: unknown[]) => unknown;
          return there.call(place.files, place.path, ...more);
        }
        if (own === undefined) throw new Error(`EACCES: permission denied, ${String(name)} '${path}'`);
        return own(place, path);
      };
    },
  });
}

/** A path below `/proc`: a file in the view of a process, a text about the process, or a list of such texts. */
interface Place {
  readonly files?: IFileSystem | undefined;
  readonly path: string;
  readonly text?: string | undefined;
  readonly isFolder?: boolean;
}

async function placeIn(process: ListedProcess, rest: string, view: ProcessView): Promise<Place> {
  if (rest === "root" || rest.startsWith("root/")) {
    return { files: await view.rootOf(process), path: rest.slice("root".length) || "/" };
  }
  return { path: rest, text: TEXTS[rest]?.(process), isFolder: rest === "" };
}

const isThere = ({ text, isFolder }: Place): boolean => text !== undefined || isFolder === true;

function textAt({ text, isFolder }: Place, path: string): string {
  if (text !== undefined) return text;
  if (isFolder === true) throw new Error(`EISDIR: illegal operation on a directory, read '${path}'`);
  throw new Error(`ENOENT: no such file or directory, open '${path}'`);
}

function statAt(place: Place, path: string): FsStat {
  if (!isThere(place)) throw new Error(`ENOENT: no such file or directory, stat '${path}'`);
  const isDirectory = place.isFolder === true;
  return {
    ...{ isFile: !isDirectory, isDirectory, isSymbolicLink: false, mode: isDirectory ? 0o555 : 0o444 },
    ...{ size: 0, mtime: new Date(0) },
  };
}

/** Read methods for paths that are not files in the view of a process. */
const READS: Readonly<Record<string, (place: Place, path: string) => unknown>> = {
  exists: isThere,
  stat: statAt,
  lstat: statAt,
  readFile: textAt,
  readFileBytes: textAt,
  readFileBuffer: (place, path) => Buffer.from(textAt(place, path)),
  realpath: (_, path) => path,
  readdir(place, path) {
    if (place.isFolder !== true) throw new Error(`ENOTDIR: not a directory, scandir '${path}'`);
    return ENTRIES;
  },
  readdirWithFileTypes(place, path) {
    if (place.isFolder !== true) throw new Error(`ENOTDIR: not a directory, scandir '${path}'`);
    return ENTRIES.map((name) => {
      const isDirectory = name === "root";
      return { name, isFile: !isDirectory, isDirectory, isSymbolicLink: false };
    });
  },
};
const CHANGES: ReadonlySet<string> = new Set(["writeFile", "appendFile", "mkdir", "rm", "chmod", "readlink", "utimes"]);
