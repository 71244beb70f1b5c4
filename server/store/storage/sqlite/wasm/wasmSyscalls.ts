import { constants } from "node:fs";
import type { Disk } from "./disk.ts";
import type { Located, Mounts } from "./mounts.ts";
import type { WasmMemory } from "./wasmMemory.ts";
import type { Syscall } from "./wasmNames.ts";

/** A wasm import as it is called: numbers in (64-bit ones as BigInt), a number out. */
export type WasmFunction = (...args: (number | bigint)[]) => number;

/** Error numbers of the wasm's libc (WASI numbering, not the host's). */
const errorNumbers: Readonly<Record<string, number>> = {
  EACCES: 2,
  // An exhausted quota, or a file that may not grow, is reported as "no space", which SQLite handles.
  EDQUOT: 51,
  EFBIG: 51,
  EEXIST: 20,
  EISDIR: 31,
  EMFILE: 33,
  ENOENT: 44,
  ENOSPC: 51,
  ENOTDIR: 54,
  EPERM: 63,
  EROFS: 69,
};
/** EIO: reported to SQLite for every error that it does not handle specially. */
const inputOutputError = 29;
const invalidArgument = 28;

/** `open` flags in the wasm's libc. */
const open = { accessMode: 3, create: 0o100, exclusive: 0o200, truncate: 0o1000 } as const;
/** Handles of real files are far above any that the wasm's own file system assigns. */
const firstHandle = 1 << 20;
/** `fcntl(F_GETLK)`, and its answer "no process holds a lock". The engine's own lock file has that purpose. */
const getLock = 12;
const unlocked = 2;
const fileMode = 0o600;

interface OpenFile {
  readonly disk: Disk;
  readonly handle: number;
  position: number;
}

/**
 * The system calls that go to the real disk if they concern a mounted path or a handle opened on one, and otherwise to
 * the wasm's own file system (`original`). Nothing is ever thrown into the wasm: failures become error numbers.
 */
export function createSyscalls(mounts: Mounts, memory: () => WasmMemory) {
  const files = new Map<number, OpenFile>();
  let nextHandle = firstHandle;

  function errorNumber(error: unknown): number {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return errorNumbers[code] ?? inputOutputError;
  }

  /** Wraps a call whose argument `index` is a path. Such calls report failure as a negative error number. */
  function onPath(index: number, call: (at: Located, args: number[]) => number | undefined) {
    return (original: WasmFunction): WasmFunction =>
      (...args) => {
        const at = mounts.locate(memory().text(Number(args[index])));
        if (at === undefined) return original(...args);
        try {
          return call(at, args.map(Number)) ?? 0;
        } catch (error) {
          return -errorNumber(error);
        }
      };
  }

  /** Wraps a call whose first argument is a handle. `sign` is 1 for calls in WASI's convention, -1 for Linux's. */
  function onHandle(sign: 1 | -1, call: (file: OpenFile, args: number[]) => number | undefined) {
    return (original: WasmFunction): WasmFunction =>
      (...args) => {
        const file = files.get(Number(args[0]));
        if (file === undefined) return original(...args);
        try {
          return call(file, args.map(Number)) ?? 0;
        } catch (error) {
          return sign * errorNumber(error);
        }
      };
  }

  /** Reads into (or writes from) the slices at the file's position; stops early only at the end of the file. */
  function transfer(file: OpenFile, args: number[], step: (address: number, length: number) => number): void {
    const [, slices = 0, count = 0, result = 0] = args;
    let total = 0;
    for (const slice of memory().slices(slices, count)) {
      let done = 0;
      while (done < slice.length) {
        const moved = step(slice.address + done, slice.length - done);
        if (moved === 0) break;
        done += moved;
        file.position += moved;
      }
      total += done;
      if (done < slice.length) break;
    }
    memory().putUint32(result, total);
  }

  function openFile({ disk, file }: Located, args: number[]): number {
    const [, , flags = 0] = args;
    const access = [constants.O_RDONLY, constants.O_WRONLY, constants.O_RDWR][flags & open.accessMode] ?? 0;
    const handle = disk.openSync(
      file,
      access |
        (flags & open.create ? constants.O_CREAT : 0) |
        (flags & open.exclusive ? constants.O_EXCL : 0) |
        (flags & open.truncate ? constants.O_TRUNC : 0),
      fileMode,
    );
    files.set(nextHandle, { disk, handle, position: 0 });
    return nextHandle++;
  }

  function seek(file: OpenFile, args: number[]): void {
    const [, offset = 0, whence = 0, result = 0] = args;
    const base = whence === 0 ? 0 : whence === 1 ? file.position : file.disk.fstatSync(file.handle).size;
    file.position = base + offset;
    memory().putInt64(result, file.position);
  }

  // Links are resolved before a folder is mounted, so `lstat` may follow them like `stat`.
  const statPath = (at: Located, address: number | undefined): void =>
    memory().putStat(address ?? 0, at.disk.statSync(at.file));

  return {
    openat: onPath(1, openFile),
    access: onPath(1, (at, args) => void at.disk.accessSync(at.file, args[2])),
    unlink: onPath(1, (at) => void at.disk.unlinkSync(at.file)),
    stat: onPath(0, (at, args) => void statPath(at, args[1])),
    lstat: onPath(0, (at, args) => void statPath(at, args[1])),
    fstatat: onPath(1, (at, args) => void statPath(at, args[2])),
    readlink: onPath(1, () => -invalidArgument),
    close: onHandle(1, (file, [handle = 0]) => {
      files.delete(handle);
      file.disk.closeSync(file.handle);
      return 0;
    }),
    sync: onHandle(1, (file) => void file.disk.fsyncSync(file.handle)),
    seek: onHandle(1, (file, args) => void seek(file, args)),
    read: onHandle(1, (file, args) => {
      transfer(file, args, (address, length) =>
        file.disk.readSync(file.handle, memory().bytes, address, length, file.position),
      );
      return 0;
    }),
    write: onHandle(1, (file, args) => {
      transfer(file, args, (address, length) =>
        file.disk.writeSync(file.handle, memory().bytes, address, length, file.position),
      );
      return 0;
    }),
    ftruncate: onHandle(-1, (file, args) => void file.disk.ftruncateSync(file.handle, args[1])),
    fstat: onHandle(-1, (file, args) => void memory().putStat(args[1] ?? 0, file.disk.fstatSync(file.handle))),
    fcntl: onHandle(-1, (_, [, command, varargs = 0]) => {
      if (command === getLock) memory().putInt16(memory().pointer(varargs), unlocked);
      return 0;
    }),
    fchmod: onHandle(-1, () => 0),
    fchown: onHandle(-1, () => 0),
  } satisfies Record<Syscall, (original: WasmFunction) => WasmFunction>;
}
