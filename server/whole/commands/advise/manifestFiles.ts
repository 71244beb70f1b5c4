import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";

/** A file of manifests, or one that cannot be read. */
export interface ManifestFile {
  /** The name as given: `deploy/web.yaml`, `-`. */
  readonly name: string;
  /** Its path relative to an output folder: `web.yaml`. */
  readonly place: string;
  /** @throws Error with a sentence for the user */
  read(): Promise<string>;
}

const EXTENSION = /\.(?:ya?ml|json)$/;
const LONGEST_FILE = 64 * 1024 * 1024;
const MAX_FILES = 10_000;
const DEEPEST_FOLDER = 64;

/** Thrown for too many files, or folders that are nested too deeply. */
export class TooManyFiles extends Error {}

/**
 * The files that paths refer to, in order. For a folder, these are the manifests below it, without following links to
 * folders.
 *
 * @param stdin the stream for `-`
 * @throws TooManyFiles
 */
export async function* manifestFiles(paths: readonly string[], stdin: () => Readable): AsyncGenerator<ManifestFile> {
  let count = 0;
  for (const path of paths) {
    for await (const file of path === "-" ? [standardInput(stdin)] : filesAt(path)) {
      count += 1;
      if (count > MAX_FILES) throw new TooManyFiles(`there are more than ${MAX_FILES} files`);
      yield file;
    }
  }
}

const standardInput = (stdin: () => Readable): ManifestFile => ({
  name: "-",
  place: "stdin.yaml",
  read: () => readBounded(stdin()),
});

async function* filesAt(path: string): AsyncGenerator<ManifestFile> {
  const found = await stat(path).catch((error: unknown) => unreadable(path, error));
  if ("read" in found) yield found;
  else if (found.isDirectory()) yield* filesBelow(path, "", 0);
  else yield fileAt(path, basename(path));
}

async function* filesBelow(root: string, folder: string, depth: number): AsyncGenerator<ManifestFile> {
  const path = join(root, folder);
  if (depth > DEEPEST_FOLDER) throw new TooManyFiles(`${path} is more than ${DEEPEST_FOLDER} folders deep`);
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => unreadable(path, error));
  if ("read" in entries) {
    yield entries;
    return;
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const place = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(root, place, depth + 1);
    else if (EXTENSION.test(entry.name) && (await isFile(join(root, place)))) yield fileAt(join(root, place), place);
  }
}

/** Represents a path that cannot be examined: reading it throws the reason. */
const unreadable = (path: string, error: unknown): ManifestFile => ({
  name: path,
  place: path,
  read: () => Promise.reject(error),
});

/** Links are followed; dead links are treated as files that cannot be read. */
const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => true,
  );

const fileAt = (path: string, place: string): ManifestFile => ({
  name: path,
  place,
  read: () => readBounded(createReadStream(path)),
});

/** Reads text of at most {@link LONGEST_FILE} bytes from any stream. @throws Error */
async function readBounded(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > LONGEST_FILE) {
      stream.destroy();
      throw new Error(`longer than ${LONGEST_FILE / 1024 / 1024} MiB`);
    }
    chunks.push(bytes);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Error("no UTF-8 text");
  }
}
