import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

/** Held by the operating system for this process, until it is released or the process ends for any reason. */
export interface SystemLock {
  release(): void;
}

/**
 * Locks the store in a folder by a name that the operating system gives to one process at a time: an abstract socket on
 * Linux, a named pipe on Windows. There is no file that could be deleted to bypass the lock. The name is made of the
 * folder's device, inode number and birth time: two paths to one folder give the same name, and a later folder that
 * reuses the number of a deleted one gives another.
 *
 * Names are per machine (on Linux, per network namespace), and any program could take one. As with a port that is
 * taken, that keeps a server from starting and has no other effect.
 *
 * @returns undefined when another process holds the lock, and "unsupported" on systems that have no such names
 */
export async function takeSystemLock(file: string): Promise<SystemLock | "unsupported" | undefined> {
  const name = nameOf(file);
  if (name === undefined) return "unsupported";
  for (const wait of WAITS) {
    if (wait > 0) await setTimeout(wait);
    const taken = await tryName(name);
    if (taken !== undefined) return taken;
  }
  return undefined;
}

/**
 * Milliseconds before each attempt. While the last holder starts a child process, the child has the holder's sockets
 * until its own program runs. So the name may stay taken for a moment after its release.
 */
const WAITS = [0, 5, 10, 20, 40, 80, 160];

/** @returns undefined when the name is taken */
async function tryName(name: string): Promise<SystemLock | "unsupported" | undefined> {
  const server = createServer((socket) => socket.destroy());
  try {
    await new Promise<void>((resolve, reject) => {
      server.on("error", reject);
      server.listen({ path: name, exclusive: true }, resolve);
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "EADDRINUSE" || code === "EACCES" ? undefined : "unsupported";
  }
  server.unref();
  return { release: () => void server.close() };
}

function nameOf(file: string): string | undefined {
  const { dev, ino, birthtimeNs } = statSync(path.dirname(file), { bigint: true });
  const id = createHash("sha256")
    .update(`${dev}:${ino}:${birthtimeNs}:${path.basename(file)}`)
    .digest("hex")
    .slice(0, 40);
  if (process.platform === "linux") return `\0orrery-store-${id}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\orrery-store-${id}` : undefined;
}
