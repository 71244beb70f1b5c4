import {
  closeSync,
  createReadStream,
  createWriteStream,
  fstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { makeFolder } from "../../storage/makeFolder.ts";
import type { LineWriter } from "./logSink.ts";

export interface RotatingFileOptions {
  readonly path: string;
  /** A file that would grow beyond this is put aside, in bytes. */
  readonly maxSize: number;
  /** Files put aside that are kept; 0 for all. */
  readonly maxBackups: number;
  /** Days that files put aside are kept; 0 for ever. */
  readonly maxAge: number;
  /** Compresses files that are put aside. */
  readonly compress: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Told of what fails beside writing: old files that could not be removed or compressed. */
  readonly onError: (error: unknown) => void;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * A file that is put aside as `<name>-<time>.<extension>` when it is full, and begun anew. Lines are written before `write`
 * returns, and never split over two files. Readable by its owner only.
 * @throws the operating system's error when the file cannot be opened
 */
export function rotatingFile(options: RotatingFileOptions): LineWriter {
  const { path, maxSize, now, onError } = options;
  makeFolder(dirname(path));
  let file = openSync(path, "a", 0o600);
  let size = fstatSync(file).size;
  let tidying: Promise<void> = Promise.resolve();
  const tidy = (): void => {
    tidying = tidying.then(() => tidyBackups(options)).catch(onError);
  };
  const rotate = (): void => {
    closeSync(file);
    const moved = freeName(path, now());
    renameSync(path, moved);
    file = openSync(path, "a", 0o600);
    size = 0;
    tidy();
  };
  tidy();
  return {
    write(line) {
      const bytes = Buffer.from(line);
      if (bytes.length > maxSize) throw new Error(`write length ${bytes.length} exceeds maximum file size ${maxSize}`);
      if (size + bytes.length > maxSize) rotate();
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
      size += bytes.length;
    },
    async close() {
      await tidying;
      closeSync(file);
    },
  };
}

const stampOf = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replaceAll(":", "-").replace("Z", "");

function parts(path: string): { readonly prefix: string; readonly extension: string } {
  const extension = extname(path);
  return { prefix: `${basename(path, extension)}-`, extension };
}

/** Two files put aside in the same millisecond must not take each other's name. */
function freeName(path: string, time: number): string {
  const { prefix, extension } = parts(path);
  const taken = new Set(readdirSync(dirname(path)));
  let name: string;
  do name = `${prefix}${stampOf(time++)}${extension}`;
  while (taken.has(name) || taken.has(`${name}.gz`));
  return join(dirname(path), name);
}

/** Removes files that are too many or too old, and compresses the others. */
async function tidyBackups({ path, maxBackups, maxAge, compress, now }: RotatingFileOptions): Promise<void> {
  const folder = dirname(path);
  const backups = listBackups(path);
  const oldest = maxAge === 0 ? Number.NEGATIVE_INFINITY : now() - maxAge * DAY;
  for (const [i, { name, time }] of backups.entries()) {
    if ((maxBackups > 0 && i >= maxBackups) || time < oldest) rmSync(join(folder, name), { force: true });
    else if (compress && !name.endsWith(".gz")) await compressFile(join(folder, name));
  }
}

/** Files put aside, newest first. */
function listBackups(path: string): { readonly name: string; readonly time: number }[] {
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
  await pipeline(createReadStream(path), createGzip(), createWriteStream(`${path}.gz`, { mode: 0o600 }));
  rmSync(path, { force: true });
}
