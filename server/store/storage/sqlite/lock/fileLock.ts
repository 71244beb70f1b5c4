import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { DataFolderError } from "../../dataFolderError.ts";

/** A lock that is held until it is released. */
export interface FileLock {
  release(): void;
}

/** Thrown when another living process (or this one) holds the lock. */
export class LockedError extends DataFolderError {
  override readonly name = "LockedError";
  /** Undefined when the process is unknown. */
  readonly pid: number | undefined;

  constructor(file: string, pid: number | undefined) {
    const holder = pid === undefined ? "another process" : `the process ${pid}`;
    super(`${file} is in use by ${holder}; a store can be opened by one server at a time`);
    this.pid = pid;
  }
}

interface Owner {
  readonly pid: number;
  /** Distinguishes a process from a later one with the same pid; empty where the system does not report it. */
  readonly birth: string;
  /** Distinguishes two locks of the same process. */
  readonly token: string;
}

/** Tokens of the locks that this process holds. */
const held = new Set<string>();

/**
 * Takes `file` as a lock. A lock whose process is dead, or whose pid now belongs to another process, is taken over. It
 * protects against a second server on the same machine (or in the same pid namespace), not across machines.
 *
 * @throws LockedError when it is held
 */
export function lockFile(file: string): FileLock {
  const token = randomUUID();
  const owner: Owner = { pid: process.pid, birth: birthOf(process.pid), token };
  const draft = `${file}.${token}`;
  // The complete lock appears under its name by a link, so that no process ever reads half a lock.
  try {
    writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 });
    while (!tryLink(draft, file)) removeStale(file, token);
  } finally {
    rmSync(draft, { force: true });
  }
  held.add(token);
  return {
    release() {
      if (!held.delete(token)) return;
      if (readOwner(file)?.token === token) unlinkSync(file);
    },
  };
}

/** The pid of a lock's process if it is alive: for messages. */
export function holderOf(file: string): number | undefined {
  const owner = readOwner(file);
  return owner !== undefined && isAlive(owner) ? owner.pid : undefined;
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Removes the lock when its owner is dead. Of several processes that try at the same time, only one may succeed. */
function removeStale(file: string, token: string): void {
  const owner = readOwner(file);
  if (owner === undefined) return;
  if (isAlive(owner)) throw new LockedError(file, owner.pid);
  const aside = `${file}.${token}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  const moved = readOwner(aside);
  // Between reading and renaming, another process may have taken the lock: then its lock is put back.
  if (moved !== undefined && moved.token !== owner.token) tryLink(aside, file);
  unlinkSync(aside);
}

function readOwner(file: string): Owner | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
  try {
    // Decoding boundary: a text that is not a valid lock has no pid and is treated as stale.
    const { pid, birth, token } = JSON.parse(text) as Partial<Owner>;
    return { pid: Number(pid ?? 0), birth: String(birth ?? ""), token: String(token ?? "") };
  } catch {
    return { pid: 0, birth: "", token: "" };
  }
}

function isAlive({ pid, birth, token }: Owner): boolean {
  if (held.has(token)) return true;
  if (!Number.isInteger(pid) || pid <= 0) return false;
  const now = birthOf(pid);
  if (birth !== "" && now !== "") return birth === now;
  // Without start times, a lock with this process's pid that this process does not hold was left by a predecessor (pid
  // 1 in a container).
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}

/** Boot id and start time of a process on Linux; empty when it does not run, or on other systems. */
function birthOf(pid: number): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses and may contain anything; the start time is the 22nd.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie still has an entry, but its files are closed.
    return fields[0] === "Z" ? "dead" : `${boot}/${fields[19]}`;
  } catch {
    return "";
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;
