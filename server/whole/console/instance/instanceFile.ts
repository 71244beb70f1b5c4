import { readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "../../../store/storage/makeFolder.ts";
import { writePrivateFile } from "../../../store/storage/privateFile.ts";

/** How to reach a running console. */
export interface Instance {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Lets programs of the same user open views. Useless once the console has ended. */
  readonly token: string;
}

const pathIn = (dataDir: string): string => join(dataDir, "console", "instance.json");

/**
 * Announces to programs of the same user only that a console runs on the folder.
 * @returns a function that withdraws the announcement
 */
export async function announceInstance(dataDir: string, instance: Instance): Promise<() => Promise<void>> {
  const path = pathIn(dataDir);
  makeFolder(dirname(path));
  const { url, token } = instance;
  await writePrivateFile(path, JSON.stringify({ url, token, pid: process.pid }));
  return () => rm(path, { force: true });
}

/** The last announcement in the folder. The console may have ended without withdrawing it. */
export async function readInstance(dataDir: string): Promise<Instance | undefined> {
  try {
    const { url, token } = JSON.parse(await readFile(pathIn(dataDir), "utf8")) as Partial<Instance>;
    const isOne = typeof token === "string" && typeof url === "string" && /^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(url);
    return isOne ? { url, token } : undefined;
  } catch {
    return undefined;
  }
}
