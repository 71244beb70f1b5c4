import type { IFileSystem } from "just-bash/browser";

/** Receives the bytes that are written to it. It may return a promise, for which the writer waits (back-pressure). */
export type Outlet = (bytes: Uint8Array) => Promise<void> | void;

/**
 * A file system in which some paths are outlets instead of files: bytes that are written there are passed on at once.
 */
export function withOutlets(files: IFileSystem, outlets: ReadonlyMap<string, Outlet>): IFileSystem {
  const write = async (path: string, content: string | Uint8Array, options?: unknown): Promise<boolean> => {
    const outlet = outlets.get(path);
    if (outlet === undefined) return false;
    const bytes = bytesOf(content, options);
    if (bytes.length > 0) await outlet(bytes);
    return true;
  };
  return new Proxy(files, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== "function") return method;
      if (name === "writeFile" || name === "appendFile") {
        return async (path: string, content: string | Uint8Array, options?: unknown) => {
          if (!(await write(path, content, options))) await target[name](path, content, options as never);
        };
      }
      return method.bind(target);
    },
  });
}

/** The library passes bytes as a text of one character each, and marks it as such in the options. */
function bytesOf(content: string | Uint8Array, options: unknown): Uint8Array {
  if (typeof content !== "string") return content;
  const encoding = typeof options === "string" ? options : (options as { encoding?: string } | undefined)?.encoding;
  return Buffer.from(content, encoding === "binary" || encoding === "latin1" ? "latin1" : "utf8");
}
