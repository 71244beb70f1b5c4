import { dirname } from "node:path";
import { makeFolder } from "../../store/storage/makeFolder.ts";
import { readIfPresent, writePrivateFile } from "../../store/storage/privateFile.ts";

/** Protects what is written to disk: the system's key store where there is one. */
export interface SecretBox {
  /** Text that only {@link open} of the same box, user and machine can read. */
  seal(plain: string): string;
  /** @throws Error when it was sealed by another one */
  open(sealed: string): string;
}

/** Where there is no key store: the file's mode (0600) is all the protection. */
export const plainBox: SecretBox = { seal: (plain) => plain, open: (sealed) => sealed };

/** A JSON document on disk, sealed, readable by its owner only. */
export interface SecretFile<T> {
  /** The empty value when there is no file. @throws Error when it cannot be read or opened */
  read(): Promise<T>;
  /** Replaces it at once. */
  write(value: T): Promise<void>;
}

/** @param empty what counts when nothing was written yet */
export function secretFile<T>(path: string, box: SecretBox, empty: T): SecretFile<T> {
  return {
    async read() {
      const sealed = await readIfPresent(path);
      if (sealed === undefined) return empty;
      try {
        return JSON.parse(box.open(sealed)) as T;
      } catch {
        // The parser's message would quote what is inside.
        throw new Error(`${path} cannot be opened: it was sealed by another user or on another machine, or is damaged`);
      }
    },
    async write(value) {
      makeFolder(dirname(path));
      await writePrivateFile(path, box.seal(JSON.stringify(value)));
    },
  };
}
