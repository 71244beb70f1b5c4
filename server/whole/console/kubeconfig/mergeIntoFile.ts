import { createHash } from "node:crypto";
import { chmod, copyFile, open, realpath, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { MergePlan } from "../../../../shared/console/mergePlan.ts";
import { makeFolder } from "../../../store/storage/makeFolder.ts";
import { isAbsent, readIfPresent, writePrivateFile } from "../../../store/storage/privateFile.ts";
import { mergeDiff, mergeKubeconfig } from "./mergeKubeconfig.ts";

/** Thrown when the file has changed since the plan was shown, or another program is writing it. */
export class MergeConflict extends Error {}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * The file that other tools would write to: the first that exists, or else the last.
 * @throws the operating system's error
 */
export async function fileToWrite(paths: readonly string[]): Promise<string> {
  for (const path of paths) {
    try {
      return await realpath(path);
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }
  return paths.at(-1) ?? "";
}

/** @throws KubeconfigError when the file is not a kubeconfig */
export async function planMerge(file: string, addition: string, name: string): Promise<MergePlan> {
  const before = await readOrEmpty(file);
  return { file, name, lines: mergeDiff(before, mergeKubeconfig(before, addition, name)), seen: hash(before) };
}

/**
 * Makes the change atomically: the file stays readable for the owner only, and the old file is kept beside it.
 * Meanwhile the lock file that other tools use keeps them out.
 *
 * @returns the path of the copy, or undefined when there was no file
 * @throws MergeConflict
 */
export async function applyMerge(
  { file, name, seen }: Pick<MergePlan, "file" | "name" | "seen">,
  addition: string,
  now: number,
): Promise<string | undefined> {
  makeFolder(dirname(file));
  const lock = `${file}.lock`;
  try {
    await (await open(lock, "wx", 0o600)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new MergeConflict(`Another program is writing ${file}, or left ${lock} behind.`);
  }
  try {
    const before = await readOrEmpty(file);
    if (hash(before) !== seen) throw new MergeConflict(`${file} has changed since. Look at the change again.`);
    const after = mergeKubeconfig(before, addition, name);
    const backup = before === "" ? undefined : `${file}.${new Date(now).toISOString().replace(/[:.]/g, "-")}.backup`;
    if (backup !== undefined) {
      await copyFile(file, backup);
      await chmod(backup, 0o600);
    }
    await writePrivateFile(file, after);
    return backup;
  } finally {
    await rm(lock, { force: true });
  }
}

const readOrEmpty = async (file: string): Promise<string> => (await readIfPresent(file)) ?? "";
