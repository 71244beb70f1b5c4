import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { cacheFolder, root } from "../paths.mjs";
import { runModule } from "../run.mjs";

/**
 * Timeout of a run of a whole suite, in milliseconds. It is several times what the suite needs: a slow machine finishes, and a
 * run that hangs still ends.
 */
export const WHOLE_SUITE = 2_700_000;

/** Number of runs so far: several may be under way, and each has a report file of its own. */
let runs = 0;

/**
 * Runs vitest and reads its counts from a report file, because its printed output has no stable format.
 *
 * @param {readonly string[]} args further arguments
 * @returns counts for the tally; a run that crashed before reporting is counted as one failure
 */
export async function runVitest(args, options) {
  mkdirSync(cacheFolder, { recursive: true });
  const report = `${cacheFolder}/vitest-${process.pid}-${++runs}.json`;
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
      note: [noteOfRetries(counts), noteOfSkipped(counts)].filter(Boolean).join("; "),
    };
  } catch {
    return { passed: 0, failed: 1, detail: output };
  } finally {
    rmSync(report, { force: true });
  }
}

/**
 * Says how many tests a run left out; undefined when it ran all.
 *
 * @param {{ numPendingTests: number }} report vitest's own, as JSON
 */
export function noteOfSkipped({ numPendingTests }) {
  return numPendingTests === 0 ? undefined : `${numPendingTests} left out`;
}

/**
 * Names the tests that passed only at their second attempt, so that flaky tests are visible; undefined when there are
 * none.
 *
 * @param {{ testResults: readonly { name: string, assertionResults: readonly object[] }[] }} report vitest's own, as
 *   JSON
 */
export function noteOfRetries({ testResults }) {
  const names = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(({ fullName }) => `${name.replace(`${root}/`, "")}: ${fullName}`),
  );
  return names.length === 0 ? undefined : `at the second try only: ${names.join("; ")}`;
}
