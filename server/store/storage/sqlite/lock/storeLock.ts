import { type FileLock, holderOf, LockedError, lockFile } from "./fileLock.ts";
import { takeSystemLock } from "./systemLock.ts";

/**
 * Locks a store for this process: with the operating system's lock if there is one, and with a file that names the
 * holder. On systems without such locks, the file alone keeps others out.
 *
 * @throws LockedError when another server holds the store
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
    // A full disk has no room for the file; this process still holds the store by the system's lock.
    if (isFull(error)) return system;
    system.release();
    throw error;
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
