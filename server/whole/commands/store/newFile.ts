import { rmSync } from "node:fs";
import { link, lstat, mkdtemp, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { syncFolder } from "../../../store/storage/syncFolder.ts";
import { CommandError } from "../commandError.ts";

/** Signals that end the command, for the process that receives them; only tests replace it. */
export type SignalSource = Pick<NodeJS.Process, "once" | "off" | "kill" | "pid">;

const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Creates a file that appears under its name only when it is complete, and never replaces another one. An error or a
 * signal leaves nothing behind: the file is filled in a folder of its own beside the target, so that commands that run
 * at once share no draft.
 *
 * @param fill writes the file at the given path, and has closed it when it resolves
 * @throws CommandError when there is something at the target, or no folder for it; what `fill` throws
 */
export async function createNewFile<T>(
  target: string,
  fill: (draft: string) => Promise<T>,
  signals: SignalSource = process,
): Promise<T> {
  if (/[/\\]$/.test(target)) throw new CommandError(`${target}: a store is a file, not a folder`);
  const path = resolve(target);
  await refuseExisting(target, path);
  const folder = await mkdtemp(`${path}.partial-`).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new CommandError(`${dirname(path)}: there is no such folder`) : error;
  });
  const end = (signal: NodeJS.Signals): void => {
    rmSync(folder, { recursive: true, force: true });
    for (const each of ENDING) signals.off(each, end);
    signals.kill(signals.pid, signal);
  };
  for (const signal of ENDING) signals.once(signal, end);
  try {
    const draft = join(folder, basename(path));
    const result = await fill(draft);
    await publish(draft, target, path);
    syncFolder(dirname(path));
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
    for (const signal of ENDING) signals.off(signal, end);
  }
}

/** A link, unlike a renaming, fails where another command has created the target meanwhile. */
async function publish(draft: string, target: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    await refuseExisting(target, path);
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!WITHOUT_LINKS.has(code)) throw error;
    await rename(draft, path);
  }
}

/** How file systems that have no hard links answer. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EINVAL", "UNKNOWN"]);

async function refuseExisting(target: string, path: string): Promise<void> {
  try {
    await lstat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  throw new CommandError(`${target}: there is something already`);
}
