import { rmSync } from "node:fs";
import { hasConformanceKit, replayConformance } from "./conformance.mjs";
import { buildForNode } from "./nodeBundle.mjs";
import { root } from "./paths.mjs";
import { runVitest } from "./vitestRun.mjs";

/** Whole-server tests that say most about a store, in a minute. */
const SAMPLE = ["crud", "watch", "patch", "paging", "contention", "deletion", "watchHistory", "restart"].map(
  (name) => `server/testing/${name}.test.ts`,
);
/** All tests that run on the engine that they are told. */
const ALL = ["server/testing", "server/serving", "server/api", "server/acting"];

/**
 * Runs whole-server tests on another engine than the embedded one.
 *
 * @param {string} engine as `ORRERY_TEST_ENGINE` takes it
 * @param {{ whole?: boolean }} [options] all of the tests, not a sample
 */
export const testOnEngine = (engine, { whole = false } = {}) =>
  runVitest(whole ? ALL : SAMPLE, { env: { ORRERY_TEST_ENGINE: engine } });

/** Replays the recorded conversations against a server whose store is as bad as the contract lets it be. */
export async function replayOnContraryStore() {
  if (!hasConformanceKit()) return { passed: 0, failed: 0, note: "the recorded conversations are not at hand" };
  // Built where the compiled schema and the programs of threads are found beside it.
  const folder = `${root}/dist/server`;
  const program = `${folder}/contrary.js`;
  const input = { contrary: "server/testing/contraryMain.ts" };
  await buildForNode({ input, folder, format: "es", external: [] });
  try {
    return await replayConformance({ program });
  } finally {
    rmSync(program, { force: true });
  }
}
