import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { cacheFolder, root } from "../paths.mjs";
import { runModule } from "../run.mjs";

/**
 * Runs vitest and reads its counts from a report file, because its printed output has no stable format.
 *
 * @param {readonly string[]} args further arguments
 * @returns counts for the tally; a run that crashed before reporting counts as one failure
 */
export async function runVitest(args, options) {
  mkdirSync(cacheFolder, { recursive: true });
  const report = `${cacheFolder}/vitest-${process.pid}.json`;
  const { code, output } = await runModule(
    "vitest/vitest.mjs",
    ["run", "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`, ...args],
    options,
  );
  try {
    const counts = JSON.parse(readFileSync(report, "utf8"));
    const crashed = code !== 0 && counts.numFailedTests === 0 ? Math.max(1, counts.numFailedTestSuites) : 0;
    return {
      passed: counts.numPassedTests,
      failed: counts.numFailedTests + crashed,
      detail: output.replaceAll(root, "."),
    };
  } catch {
    return { passed: 0, failed: 1, detail: output };
  } finally {
    rmSync(report, { force: true });
  }
}
