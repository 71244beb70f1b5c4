/** Adds up the results of a test run's stages, and prints their headings. */
export function createTally(print = console.log) {
  let passed = 0;
  let failed = 0;
  return {
    /**
     * Runs one stage. It returns its counts and, when something failed, the output that explains it. A stage that
     * throws is counted as one failure.
     *
     * @param {string} title
     * @param {() => Promise<{ passed: number, failed: number, detail?: string, note?: string }>} stage
     */
    async stage(title, stage) {
      const started = Date.now();
      let result;
      try {
        result = await stage();
      } catch (error) {
        result = { passed: 0, failed: 1, detail: error.stack ?? String(error) };
      }
      passed += result.passed;
      failed += result.failed;
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      const note = result.note ? ` (${result.note})` : "";
      print(`${result.failed ? "✗" : "✓"} ${title}: ${result.passed} ok, ${result.failed} bad${note} [${seconds} s]`);
      if (result.failed && result.detail) print(shorten(result.detail));
      return result.failed === 0;
    },
    /** Prints the last line of a run; returns the matching exit code. */
    close() {
      print(`${passed} passed, ${failed} failed`);
      return failed === 0 && passed > 0 ? 0 : 1;
    },
  };
}

const LINES = 250;
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with one
const COLOURS = /\u001b\[[0-9;]*m/g;

/** Output for a log: without colours; of long output only the end, where runners print their summary. */
function shorten(text) {
  const lines = text.replace(COLOURS, "").trimEnd().split("\n");
  return lines.length <= LINES
    ? lines.join("\n")
    : `… ${lines.length - LINES} lines before\n${lines.slice(-LINES).join("\n")}`;
}
