import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Gives this process and its child processes a separate temporary folder, which is removed when this process ends, with
 * everything that tests leave behind. Does nothing if a parent process has already done so.
 */
export function takeTemporaryFolder() {
  if (process.env.ORRERY_TEMPORARY !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), "orrery-run-"));
  process.env.ORRERY_TEMPORARY = folder;
  // The variables in which systems name the folder.
  for (const name of ["TMPDIR", "TEMP", "TMP"]) process.env[name] = folder;
  process.once("exit", () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // A program that is still ending may write into it. The run's result does not depend on that.
    }
  });
}
