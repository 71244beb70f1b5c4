import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../../store/storage/makeFolder.ts";
import { isAbsent, readIfPresent, writePrivateFile } from "../../../store/storage/privateFile.ts";
import type { ServerOptions } from "../../options/options.ts";
import { readSandboxFlags } from "./sandboxFlags.ts";

/** The stored facts about a sandbox, beside its data. */
export interface SandboxRecord {
  readonly name: string;
  readonly colour: string;
  /** Flags of `orrery serve`. */
  readonly flags: readonly string[];
  /** The last port used; 0 for none yet. */
  readonly port: number;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

const FILE = "sandbox.json";

/** The data folder within the sandbox's folder. */
export const dataFolder = (folder: string): string => join(folder, "data");

/**
 * The options for a sandbox's flags.
 * @throws OptionError for an invalid flag, or one that a sandbox may not have
 */
export function sandboxOptions(folder: string, flags: readonly string[], port = 0): ServerOptions {
  return readSandboxFlags(flags, ["--data-dir", dataFolder(folder), "--secure-port", String(port)]);
}

/** Replaces the record of the sandbox in that folder. */
export async function writeRecord(folder: string, record: SandboxRecord): Promise<void> {
  makeFolder(folder);
  await writePrivateFile(join(folder, FILE), JSON.stringify(record, undefined, 2));
}

/**
 * The sandboxes in a folder, oldest first. A folder without a record is skipped.
 * @param onUnreadable called for a record that exists but cannot be read: its sandbox stays on the disk and is left out
 * @throws the operating system's error when the folder cannot be read
 */
export async function readRecords(
  folder: string,
  onUnreadable: (path: string) => void,
): Promise<{ id: string; record: SandboxRecord }[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  const found = await Promise.all(
    names.map(async (id) => {
      const path = join(folder, id, FILE);
      try {
        const text = await readIfPresent(path);
        return text === undefined ? [] : [{ id, record: decode(text) }];
      } catch {
        onUnreadable(path);
        return [];
      }
    }),
  );
  return found.flat().sort((a, b) => a.record.created - b.record.created);
}

/** @throws Error for a text that is not a record */
function decode(text: string): SandboxRecord {
  const record: unknown = JSON.parse(text);
  if (typeof record !== "object" || record === null || !("flags" in record) || !Array.isArray(record.flags)) {
    throw new Error("not a record");
  }
  return record as SandboxRecord;
}
