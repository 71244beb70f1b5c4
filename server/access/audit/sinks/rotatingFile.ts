import fs, { createReadStream, createWriteStream, readdirSync, rmSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { makeFolder } from "../../../store/storage/makeFolder.ts";
import type { LineWriter } from "./logSink.ts";

export interface RotatingFileOptions {
  readonly path: string;
  /** Size in bytes at which the file is rotated. */
  readonly maxSize: number;
  /** Number of rotated files to keep; 0 for all. */
  readonly maxBackups: number;
  /** Days for which rotated files are kept; 0 for ever. */
  readonly maxAge: number;
  /** Whether rotated files are compressed. */
  readonly compress: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with failures other than those of writing: old files that could not be removed or compressed. */
  readonly onError: (error: unknown) => void;
  /** Replaces the file system in fault injection. */
  readonly files?: LogFiles;
}

/** The file system calls for writing and rotating. */
export type LogFiles = Pick<
  typeof fs,
  "closeSync" | "fstatSync" | "ftruncateSync" | "openSync" | "renameSync" | "writeSync"
>;

const nodeFiles: LogFiles = fs;

const DAY = 24 * 60 * 60 * 1000;

/**
 * A log file that is rotated to `<name>-<time>.<extension>` when it is full. Lines are written before `write` returns,
 * and never split over two files. A partially written line is removed again, so that every line of the file is
 * complete. Readable by its owner only.
 * @throws the operating system's error when the file cannot be opened
 */
export function rotatingFile(options: RotatingFileOptions): LineWriter {
  const { path, maxSize, now, onError, files = nodeFiles } = options;
  makeFolder(dirname(path));
  /** Undefined once it is closed, because its descriptor number may be reused for another file. */
  let file: number | undefined = files.openSync(path, "a", 0o600);
  let size = files.fstatSync(file).size;
  let isTorn = false;
  let tidying: Promise<void> = Promise.resolve();
  const tidy = (): void => {
    tidying = tidying.then(() => tidyBackups(options)).catch(onError);
  };
  const close = (): void => {
    if (file === undefined) return;
    const closing = file;
    file = undefined;
    files.closeSync(closing);
  };
  const open = (): number => {
    if (file !== undefined) return file;
    const opened = files.openSync(path, "a", 0o600);
    file = opened;
    size = files.fstatSync(opened).size;
    return opened;
  };
  const rotate = (): void => {
    close();
    files.renameSync(path, freeName(path, now()));
    isTorn = false;
    tidy();
  };
  const append = (target: number, bytes: Buffer): void => {
    let written = 0;
    try {
      while (written < bytes.length) written += files.writeSync(target, bytes, written);
      size += bytes.length;
    } catch (error) {
      if (written > 0) takeBack(target, written);
      throw error;
    }
  };
  const takeBack = (target: number, written: number): void => {
    try {
      files.ftruncateSync(target, size);
    } catch {
      isTorn = true;
      size += written;
    }
  };
  tidy();
  return {
    write(line) {
      const length = Buffer.byteLength(line);
      if (length > maxSize) throw new Error(`write length ${length} exceeds maximum file size ${maxSize}`);
      open();
      if (size + length > maxSize) rotate();
      const target = open();
      append(target, Buffer.from(isTorn ? `\n${line}` : line));
      isTorn = false;
    },
    async close() {
      await tidying;
      close();
    },
  };
}

const stampOf = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replaceAll(":", "-").replace("Z", "");

function parts(path: string): { readonly prefix: string; readonly extension: string } {
  const extension = extname(path);
  return { prefix: `${basename(path, extension)}-`, extension };
}

/** A file name that is not taken, because two files may be rotated in the same millisecond. */
function freeName(path: string, time: number): string {
  const { prefix, extension } = parts(path);
  const taken = new Set(readdirSync(dirname(path)));
  let name: string;
  do name = `${prefix}${stampOf(time++)}${extension}`;
  while (taken.has(name) || taken.has(`${name}.gz`));
  return join(dirname(path), name);
}

/** Removes rotated files that are too many or too old, and compresses the others. */
async function tidyBackups({ path, maxBackups, maxAge, compress, now }: RotatingFileOptions): Promise<void> {
  const folder = dirname(path);
  const backups = listBackups(path);
  const oldest = maxAge === 0 ? Number.NEGATIVE_INFINITY : now() - maxAge * DAY;
  for (const [i, { name, time }] of backups.entries()) {
    if ((maxBackups > 0 && i >= maxBackups) || time < oldest) rmSync(join(folder, name), { force: true });
    else if (compress && !name.endsWith(".gz")) await compressFile(join(folder, name));
  }
}

/** The rotated files, newest first. */
export function listBackups(path: string): { readonly name: string; readonly time: number }[] {
  const { prefix, extension } = parts(path);
  return readdirSync(dirname(path))
    .flatMap((name) => {
      const plain = name.replace(/\.gz$/, "");
      if (!plain.startsWith(prefix) || !plain.endsWith(extension)) return [];
      const stamp = plain.slice(prefix.length, plain.length - extension.length);
      const [, date, hours, rest] = /^(.+T)(\d\d)-(\d\d-\d\d\.\d{3})$/.exec(stamp) ?? [];
      const time = Date.parse(`${date}${hours}:${rest?.replace("-", ":")}Z`);
      return Number.isNaN(time) ? [] : [{ name, time }];
    })
    .sort((a, b) => b.time - a.time);
}

async function compressFile(path: string): Promise<void> {
  const compressed = `${path}.gz`;
  try {
    await pipeline(createReadStream(path), createGzip(), createWriteStream(compressed, { mode: 0o600 }));
  } catch (error) {
    // A partial file, left when the disk is full, would count as a rotated one and occupy space.
    rmSync(compressed, { force: true });
    throw error;
  }
  rmSync(path, { force: true });
}
