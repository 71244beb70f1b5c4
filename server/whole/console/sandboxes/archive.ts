import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { strFromU8, strToU8, type Zippable, zip } from "fflate";
import { PKI_FILES } from "../../../access/authentication/certificates/pkiFiles.ts";
import { makeFolder } from "../../../store/storage/makeFolder.ts";
import { isAbsent } from "../../../store/storage/privateFile.ts";
import { UnzipError, unzipFiles } from "./unzipFiles.ts";

/** A sandbox as one file: a zip of a description, the store and the keys. */
export interface SandboxDescription {
  readonly name: string;
  /** Flags of `orrery serve` with which it is started. */
  readonly flags: readonly string[];
}

/** Thrown for a file that is not an exported sandbox, or not in a format that this version reads. */
export class ArchiveError extends Error {}

const DESCRIPTION = "sandbox.json";
const STORE = "store.db";
const FORMAT = 1;
/** Maximum bytes of an unpacked archive: a small file can become a very large one. */
const MAX_UNPACKED = 2 * 1024 ** 3;
const KEY_FILES: readonly string[] = Object.values(PKI_FILES);

/** @param store path of a snapshot @param pki folder of the keys; absent keys are left out */
export async function packSandbox(description: SandboxDescription, store: string, pki: string): Promise<Uint8Array> {
  const entries: Zippable = {
    [DESCRIPTION]: strToU8(JSON.stringify({ format: FORMAT, ...description }, undefined, 2)),
    [STORE]: [new Uint8Array(await readFile(store)), { level: 6 }],
  };
  for (const name of KEY_FILES) {
    const bytes = await readKey(join(pki, name));
    if (bytes !== undefined) entries[`pki/${name}`] = new Uint8Array(bytes);
  }
  return new Promise((resolve, reject) => {
    zip(entries, (error, packed) => (error ? reject(error) : resolve(packed)));
  });
}

/** A missing key is left out. An unreadable one must not be left out, because a copy without it would get a new key. */
async function readKey(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/**
 * Unpacks into an empty folder. Only files of known names are written, so that no name can refer to another place.
 * @throws ArchiveError
 */
export async function unpackSandbox(packed: Uint8Array, folder: string): Promise<SandboxDescription> {
  const wanted = new Set([DESCRIPTION, STORE, ...KEY_FILES.map((name) => `pki/${name}`)]);
  const files = await unzipFiles(packed, (name) => wanted.has(name), MAX_UNPACKED).catch((error: unknown) => {
    throw error instanceof UnzipError ? new ArchiveError(error.message) : error;
  });
  const description = readDescription(files.get(DESCRIPTION));
  const store = files.get(STORE);
  if (store === undefined || strFromU8(store.subarray(0, 15), true) !== "SQLite format 3") {
    throw new ArchiveError("The file holds no store of a sandbox.");
  }
  makeFolder(join(folder, "pki"));
  for (const [name, bytes] of files) {
    if (name !== DESCRIPTION) await writeFile(join(folder, name), bytes, { mode: 0o600 });
  }
  return description;
}

function readDescription(bytes: Uint8Array | undefined): SandboxDescription {
  let value: { format?: unknown; name?: unknown; flags?: unknown } | null = null;
  try {
    value = bytes === undefined ? null : JSON.parse(strFromU8(bytes));
  } catch {
    // The error is thrown below.
  }
  if (value === null || typeof value !== "object") throw new ArchiveError("The file is no exported sandbox.");
  if (value.format !== FORMAT) throw new ArchiveError("The file was written by a newer Orrery.");
  const flags = Array.isArray(value.flags)
    ? value.flags.filter((flag): flag is string => typeof flag === "string")
    : [];
  return { name: typeof value.name === "string" ? value.name : "", flags };
}
