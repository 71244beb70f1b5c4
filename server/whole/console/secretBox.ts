import { dirname } from "node:path";
import { makeFolder } from "../../store/storage/makeFolder.ts";
import { readIfPresent, writePrivateFile } from "../../store/storage/privateFile.ts";

/** Protects data written to disk: with the system's key store if there is one. */
export interface SecretBox {
  /** Returns text that only {@link open} of the same box, user and machine can read. */
  seal(plain: string): string;
  /** @throws Error when it was sealed by another box */
  open(sealed: string): string;
}

/** Used without a key store: the file's mode (0600) is the only protection. */
export const plainBox: SecretBox = { seal: (plain) => plain, open: (sealed) => sealed };

/** A JSON document on disk, sealed, readable by its owner only. */
export interface SecretFile<T> {
  /** Returns the empty value when there is no file. @throws Error when it cannot be read or opened */
  read(): Promise<T>;
  /** Replaces the document atomically. */
  write(value: T): Promise<void>;
}

/** @param empty the value before anything was written */
export function secretFile<T>(path: string, box: SecretBox, empty: T): SecretFile<T> {
  return {
    async read() {
      const sealed = await readIfPresent(path);
      if (sealed === undefined) return empty;
      try {
        return JSON.parse(box.open(sealed)) as T;
      } catch {
        // The parser's message would quote the content.
        throw new Error(`${path} cannot be opened: it was sealed by another user or on another machine, or is damaged`);
      }
    },
    async write(value) {
      makeFolder(dirname(path));
      await writePrivateFile(path, box.seal(JSON.stringify(value)));
    },
  };
}
