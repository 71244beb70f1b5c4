import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a reference server kept, and what it answered for that. */
export interface ReferenceStore {
  readonly revision: number;
  readonly entries: readonly { readonly key: string; readonly modRevision: number; readonly value: Buffer }[];
  /** Answers to lists, by path. */
  readonly lists: Readonly<Record<string, unknown>>;
}

const FILE = join(import.meta.dirname, "../../../shared/conformance/reference-store-1.32.json");

/** The recorded store; undefined where the recordings are not at hand. */
export function referenceStore(file = FILE): ReferenceStore | undefined {
  if (!existsSync(file)) return undefined;
  const { entries, ...rest } = JSON.parse(readFileSync(file, "utf8")) as Omit<ReferenceStore, "entries"> & {
    readonly entries: readonly { key: string; modRevision: number; value: string }[];
  };
  return { ...rest, entries: entries.map((entry) => ({ ...entry, value: Buffer.from(entry.value, "base64") })) };
}
