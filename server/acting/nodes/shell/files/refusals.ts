import type { IFileSystem } from "just-bash/browser";

/** Why an operation on a file was refused, in the kernel's words. */
export type Refusal =
  | "Permission denied"
  | "Operation not permitted"
  | "Read-only file system"
  | "No such file or directory"
  | "No space left on device"
  | "Too many levels of symbolic links"
  | "Cannot allocate memory";

export class RefusedError extends Error {
  readonly path: string;
  readonly refusal: Refusal;

  /** @param refusal also the error's message: commands print it after the name of the file */
  constructor(refusal: Refusal, path: string) {
    super(refusal);
    this.path = path;
    this.refusal = refusal;
  }
}

/** Maximum number of remembered refusals; a command reports its own soon after it happened. */
const MOST = 100;
const UNKNOWN = /^(.*?)('?): No such file or directory$/gm;

/**
 * The refused operations of a run. Many commands of the library report every failure as a missing file; this corrects
 * their messages.
 */
export class Refusals {
  readonly #refused = new Map<string, string>();

  note({ path, message }: RefusedError): void {
    this.#refused.delete(path);
    this.#refused.set(path, message);
    const oldest = this.#refused.keys().next();
    if (this.#refused.size > MOST && oldest.done !== true) this.#refused.delete(oldest.value);
  }

  get isEmpty(): boolean {
    return this.#refused.size === 0;
  }

  /** The same text, with the true reason in lines about files that exist but were refused. */
  corrected(text: string): string {
    if (this.isEmpty) return text;
    return text.replace(UNKNOWN, (line, before: string, quote: string) => {
      const [, path = ""] = /(?<![^\s'])(?:\.\/)?([^\s']+)$/.exec(before) ?? [];
      const known = [...this.#refused].find(([refused]) => refused === path || refused.endsWith(`/${path}`));
      return known === undefined ? line : `${before}${quote}: ${known[1]}`;
    });
  }
}

type Method = (...args: unknown[]) => unknown;

/** The same file system; its refusals are recorded. */
export function recordingRefusals(files: IFileSystem, refusals: Refusals): IFileSystem {
  return new Proxy(files, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== "function") return method;
      return (...args: unknown[]) => {
        const result = (method as Method).apply(target, args);
        if (!(result instanceof Promise)) return result;
        return result.catch((error: unknown) => {
          if (!(error instanceof RefusedError)) throw error;
          // A mounted file system does not know where it is mounted, so its error has a shorter path.
          const path = args.find((arg) => typeof arg === "string" && arg.endsWith(error.path));
          const refused = path === undefined ? error : new RefusedError(error.refusal, path as string);
          refusals.note(refused);
          throw refused;
        });
      };
    },
  });
}
