import type { IFileSystem } from "just-bash/browser";

/** Takes the bytes that are written to it, and lets the writer wait while they pile up. */
export type Outlet = (bytes: Uint8Array) => Promise<void> | void;

/** A file system in which some paths are no files but outlets: what is written there goes away at once. */
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

/** The library writes bytes as text of one character each, and says so. */
function bytesOf(content: string | Uint8Array, options: unknown): Uint8Array {
  if (typeof content !== "string") return content;
  const encoding = typeof options === "string" ? options : (options as { encoding?: string } | undefined)?.encoding;
  return Buffer.from(content, encoding === "binary" || encoding === "latin1" ? "latin1" : "utf8");
}
