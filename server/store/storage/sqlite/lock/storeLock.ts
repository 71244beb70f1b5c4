import { type FileLock, holderOf, LockedError, lockFile } from "./fileLock.ts";
import { takeSystemLock } from "./systemLock.ts";

/**
 * Takes a store for this process: by the operating system's lock where there is one, and by a file that says who has it. The
 * file alone keeps others out where the system has no such locks.
 *
 * @throws LockedError when another server has it
 */
export async function lockStore(file: string): Promise<FileLock> {
  const lock = `${file}.lock`;
  const system = await takeSystemLock(file);
  if (system === undefined) throw new LockedError(lock, holderOf(lock));
  try {
    const named = lockFile(lock);
    if (system === "unsupported") return named;
    return {
      release() {
        named.release();
        system.release();
      },
    };
  } catch (error) {
    if (system === "unsupported") throw error;
    // A full disk has no room for the file; the store is ours all the same.
    if (isFull(error)) return system;
    system.release();
    throw error;
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
