import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Storage } from "../../store/storage/storage.ts";

/** The content of a reference server's store, and its answers. */
export interface ReferenceStore {
  readonly revision: number;
  readonly entries: readonly { readonly key: string; readonly modRevision: number; readonly value: Buffer }[];
  /** Answers to lists, by path. */
  readonly lists: Readonly<Record<string, unknown>>;
}

const FILE = join(import.meta.dirname, "../../../../shared/conformance/reference-store-1.32.json");

/** The recorded store; undefined when the recordings are not available. */
export function referenceStore(file = FILE): ReferenceStore | undefined {
  if (!existsSync(file)) return undefined;
  const { entries, ...rest } = JSON.parse(readFileSync(file, "utf8")) as Omit<ReferenceStore, "entries"> & {
    readonly entries: readonly { key: string; modRevision: number; value: string }[];
  };
  return { ...rest, entries: entries.map((entry) => ({ ...entry, value: Buffer.from(entry.value, "base64") })) };
}

/** Writes the recorded content into an empty store, every object at its revision. */
export async function fillFromReference(storage: Storage, { entries, revision }: ReferenceStore): Promise<void> {
  const skipTo = async (wanted: number): Promise<void> => {
    let reached = await storage.currentRevision();
    while (reached < wanted) {
      const result = await storage.commit([{ type: "put", key: "filler", value: String(reached) }]);
      if (!result.ok) throw new Error("nothing is guarded");
      reached = result.revision;
    }
  };
  for (const { key, modRevision, value } of [...entries].sort((a, b) => a.modRevision - b.modRevision)) {
    await skipTo(modRevision - 1);
    await storage.commit([{ type: "put", key, value: isText(value) ? value.toString("utf8") : value }]);
  }
  await skipTo(revision);
}

const isText = (value: Buffer): boolean => value[0] === 0x7b;
