import { createHash } from "node:crypto";

/** The libc system calls that SQLite makes on files and that the engine routes to the real disk. */
export type Syscall =
  | "access"
  | "close"
  | "fchmod"
  | "fchown"
  | "fcntl"
  | "fstat"
  | "fstatat"
  | "ftruncate"
  | "lstat"
  | "openat"
  | "read"
  | "readlink"
  | "seek"
  | "stat"
  | "sync"
  | "unlink"
  | "write";

/** The import name of each system call in one build of the wasm. */
export type ImportNames = Readonly<Record<Syscall, string>>;

/**
 * The minifier gives imports new names with every release, and a wrong name would route, say, a read to a write. So the
 * table is keyed by the sha256 of the exact file, and a file that is not listed is refused.
 *
 * To add a release: its loader (`sql-wasm.js`) hands the wasm one object that gives each minified name its function, and
 * the debug loader beside it has the same functions under plain names (`___syscall_openat`, `_fd_read`). The storage tests,
 * the crash test among them, then show whether the table is right.
 */
const builds: Readonly<Record<string, ImportNames>> = {
  // sql.js 1.16.0
  "43bbcdd44287e5a2db3b6b5af34b1a3485a7a441285d247976c1ebe3c61f8dbf": {
    access: "D",
    close: "e",
    fchmod: "j",
    fchown: "h",
    fcntl: "b",
    fstat: "g",
    fstatat: "L",
    ftruncate: "J",
    lstat: "M",
    openat: "x",
    read: "t",
    readlink: "s",
    seek: "E",
    stat: "N",
    sync: "K",
    unlink: "o",
    write: "q",
  },
};

/**
 * The import names of a wasm build.
 *
 * @throws Error when the build is unknown, because guessing could corrupt a database
 */
export function importNamesOf(wasm: Uint8Array): ImportNames {
  const hash = createHash("sha256").update(wasm).digest("hex");
  const names = builds[hash];
  if (names === undefined) {
    throw new Error(
      `unknown build of sql-wasm.wasm (sha256 ${hash}): its import names must be added to wasmNames.ts before it can be used`,
    );
  }
  return names;
}
