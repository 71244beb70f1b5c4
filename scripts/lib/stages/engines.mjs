import { rmSync } from "node:fs";
import { buildForNode } from "../build/nodeBundle.mjs";
import { root } from "../paths.mjs";
import { startEtcd } from "../programs/etcd.mjs";
import { hasConformanceKit, replayConformance } from "./conformance.mjs";
import { runVitest, WHOLE_SUITE } from "./vitestRun.mjs";

/** The whole-server tests that exercise a store most, in about a minute. */
const SAMPLE = [
  "writes/crud",
  "writes/patch",
  "writes/contention",
  "writes/deletion",
  "reads/paging",
  "reads/watch",
  "reads/watchHistory",
  "storage/restart",
].map((name) => `server/testing/${name}.test.ts`);
/** Tests that read the file of the embedded engine, or compare it with etcd: they cannot run on another engine. */
const OF_THE_FILE = [
  "encryption",
  "encryptionPlugin",
  "etcdBackup",
  "oneServer",
  "readOnly",
  "storedForms",
  "unreadable",
].map((name) => `server/testing/storage/${name}.test.ts`);
/** Tests of how the server's thread processes a body; they do not depend on the store. */
const OF_THE_THREAD = "server/testing/stalls/**";
/** Number of vitest's threads. */
const THREADS = 2;
/** All tests that can run on any engine. */
const ALL = ["server/testing", "server/serving", "server/api", "server/acting"];

/**
 * Runs whole-server tests on a contrary store: the embedded one, behaving as badly as the store's contract permits.
 *
 * @param {{ whole?: boolean }} [options] whole: all of the tests instead of a sample
 */
export const testOnContraryStore = ({ whole = false } = {}) =>
  runVitest(whole ? [...ALL, `--exclude=${OF_THE_THREAD}`] : SAMPLE, {
    env: { ORRERY_TEST_ENGINE: "contrary" },
    timeout: WHOLE_SUITE,
  });

/**
 * Runs whole-server tests on etcd. Each thread has a separate etcd server, so that no other test changes its revision.
 *
 * @param {(line: string) => void} say prints a progress line
 */
export async function testOnEtcd(say, { whole = false } = {}) {
  const started = await Promise.all(Array.from({ length: THREADS }, () => startEtcd(say)));
  try {
    const tests = whole ? [...ALL, ...[OF_THE_THREAD, ...OF_THE_FILE].map((name) => `--exclude=${name}`)] : SAMPLE;
    const env = { ORRERY_TEST_ENGINE: "etcd", ORRERY_TEST_ETCD: started.map(({ url }) => url).join() };
    return await runVitest([...tests, `--maxWorkers=${THREADS}`], { env, timeout: WHOLE_SUITE });
  } finally {
    for (const etcd of started) await etcd.discard();
  }
}

/** Replays the recorded conversations against a server on a fresh etcd. */
export async function replayOnEtcd(say) {
  if (!hasConformanceKit()) return { passed: 0, failed: 0, note: "the recorded conversations are not at hand" };
  const etcd = await startEtcd(say);
  try {
    return await replayConformance({ flags: [`--etcd-servers=${etcd.url}`] });
  } finally {
    await etcd.discard();
  }
}

/** Replays the recorded conversations against a server whose store behaves as badly as its contract permits. */
export async function replayOnContraryStore() {
  if (!hasConformanceKit()) return { passed: 0, failed: 0, note: "the recorded conversations are not at hand" };
  // Built into the folder with the compiled schema and the threads' programs, which it loads.
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
