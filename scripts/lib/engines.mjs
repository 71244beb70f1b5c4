import { rmSync } from "node:fs";
import { hasConformanceKit, replayConformance } from "./conformance.mjs";
import { startEtcd } from "./etcd.mjs";
import { buildForNode } from "./nodeBundle.mjs";
import { root } from "./paths.mjs";
import { runVitest } from "./vitestRun.mjs";

/** Whole-server tests that say most about a store, in a minute. */
const SAMPLE = ["crud", "watch", "patch", "paging", "contention", "deletion", "watchHistory", "restart"].map(
  (name) => `server/testing/${name}.test.ts`,
);
/** Tests that look into the file of the embedded engine, or compare it with an etcd. */
const OF_THE_FILE = ["encryption", "etcdBackup", "oneServer", "readOnly", "storedForms", "unreadable"].map(
  (name) => `server/testing/${name}.test.ts`,
);
/** Tests of what the server's thread does with a body: the store has no part in it. */
const OF_THE_THREAD = "server/testing/stalls/**";
/** Threads that run tests at a time, as vitest is told. */
const THREADS = 2;
/** All tests that run on the engine that they are told. */
const ALL = ["server/testing", "server/serving", "server/api", "server/acting"];

/**
 * Runs whole-server tests on a contrary store: the embedded one, as bad as the contract lets it be.
 *
 * @param {{ whole?: boolean }} [options] all of the tests, not a sample
 */
export const testOnContraryStore = ({ whole = false } = {}) =>
  runVitest(whole ? [...ALL, `--exclude=${OF_THE_THREAD}`] : SAMPLE, { env: { ORRERY_TEST_ENGINE: "contrary" } });

/**
 * Runs whole-server tests on etcd. Each thread has a server of its own, so that no other test moves its revision.
 *
 * @param {(line: string) => void} say prints a progress line
 */
export async function testOnEtcd(say, { whole = false } = {}) {
  const started = await Promise.all(Array.from({ length: THREADS }, () => startEtcd(say)));
  try {
    const tests = whole ? [...ALL, ...[OF_THE_THREAD, ...OF_THE_FILE].map((name) => `--exclude=${name}`)] : SAMPLE;
    const env = { ORRERY_TEST_ENGINE: "etcd", ORRERY_TEST_ETCD: started.map(({ url }) => url).join() };
    return await runVitest([...tests, `--maxWorkers=${THREADS}`], { env });
  } finally {
    for (const etcd of started) await etcd.discard();
  }
}

/** Replays the recorded conversations against a server on an etcd of its own. */
export async function replayOnEtcd(say) {
  if (!hasConformanceKit()) return { passed: 0, failed: 0, note: "the recorded conversations are not at hand" };
  const etcd = await startEtcd(say);
  try {
    return await replayConformance({ flags: [`--etcd-servers=${etcd.url}`] });
  } finally {
    await etcd.discard();
  }
}

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
