import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Gives this process and those that it starts a temporary folder of their own, which goes when this process ends: what tests
 * leave behind goes with it. Does nothing where a process above has done so.
 */
export function takeTemporaryFolder() {
  if (process.env.ORRERY_TEMPORARY !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), "orrery-run-"));
  process.env.ORRERY_TEMPORARY = folder;
  // What systems call the folder.
  for (const name of ["TMPDIR", "TEMP", "TMP"]) process.env[name] = folder;
  process.once("exit", () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // A program that is still ending writes into it. The run's result does not depend on that.
    }
  });
}
