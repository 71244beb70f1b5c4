import { open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { syncFolder } from "../../syncFolder.ts";
import type { Database } from "./database.ts";

/** Bytes that a database and its write-ahead log take on disk. */
export async function storeSize(file: string): Promise<number> {
  const sizes = await Promise.all([file, `${file}-wal`].map(sizeOf));
  return sizes.reduce((total, size) => total + size, 0);
}

/**
 * Copies the store to `file`, which appears under its name (replacing an earlier file) only when it is complete and
 * durable.
 */
export async function writeSnapshot(database: Database, file: string): Promise<void> {
  const target = path.resolve(file);
  const draft = `${target}.partial`;
  await rm(draft, { force: true });
  try {
    database.copyTo(draft);
    const handle = await open(draft, "r+");
    await handle.sync().finally(() => handle.close());
    await rename(draft, target);
    syncFolder(path.dirname(target));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
}
