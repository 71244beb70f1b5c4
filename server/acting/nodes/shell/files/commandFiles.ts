import type { FsStat, IFileSystem } from "just-bash/browser";

const FOLDERS = ["/bin/", "/usr/bin/"];
const EXECUTABLE = 0o755;

/** A file system that shows commands as files, so that scripts can name them by their path: `/bin/echo`. */
export function withCommandFiles(files: IFileSystem, names: ReadonlySet<string>): IFileSystem {
  const isCommand = (path: string): boolean =>
    FOLDERS.some((folder) => path.startsWith(folder) && names.has(path.slice(folder.length)));
  // Hide the internal command names by which this server runs scripts.
  const shown = [...names].filter((name) => !name.startsWith("__"));
  const statOf = (): FsStat => ({
    isFile: true,
    isDirectory: false,
    isSymbolicLink: false,
    mode: EXECUTABLE,
    size: 0,
    mtime: new Date(0),
  });
  return new Proxy(files, {
    get(target, name) {
      if (name === "exists") return async (path: string) => isCommand(path) || target.exists(path);
      if (name === "stat" || name === "lstat") {
        return async (path: string) =>
          isCommand(path) && !(await target.exists(path)) ? statOf() : target[name](path);
      }
      if (name === "readdir") {
        return async (path: string) => {
          const known = await target.readdir(path);
          return FOLDERS.includes(path.endsWith("/") ? path : `${path}/`)
            ? [...new Set([...known, ...shown])].sort()
            : known;
        };
      }
      const method = Reflect.get(target, name) as unknown;
      return typeof method === "function" ? method.bind(target) : method;
    },
  });
}
