#!/usr/bin/env node
// `npm test`: every stage, from a fresh clone. The last line is the sum over all stages. With `--all` (`npm run test:all`), the
// stages that run a sample run all of their tests.
import { ensureDependencies } from "./lib/install.mjs";
import { createTally } from "./lib/stages/tally.mjs";
import { takeTemporaryFolder } from "./lib/temporary.mjs";

const whole = process.argv.includes("--all");
const say = (line) => console.log(`  ${line}`);
process.once("SIGINT", () => process.exit(130));
takeTemporaryFolder();
ensureDependencies(say);

const [
  { bundle },
  { runModule, run },
  { runVitest, WHOLE_SUITE },
  conformance,
  behaviour,
  { crashRounds },
  { findBrowser },
  { findClients },
  { findPython },
  schema,
  engines,
  faults,
  { STALLS, testStalls },
] = await Promise.all([
  import("./lib/build/bundle.mjs"),
  import("./lib/run.mjs"),
  import("./lib/stages/vitestRun.mjs"),
  import("./lib/stages/conformance.mjs"),
  import("./lib/stages/behaviour.mjs"),
  import("./lib/stages/crash.mjs"),
  import("./lib/programs/browser.mjs"),
  import("./lib/programs/clients.mjs"),
  import("./lib/programs/pythonClient.mjs"),
  import("./lib/build/schema.mjs"),
  import("./lib/stages/engines.mjs"),
  import("./lib/stages/faults.mjs"),
  import("./lib/stages/stalls.mjs"),
]);

/** A program that passes or fails as a whole counts as one test. */
const asOne = async (running) => {
  const { code, output } = await running;
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, detail: output };
};
/** A missing client with which the product must be tested: reported as a failure, not skipped. */
const missingPython = async () => ({
  passed: 0,
  failed: 1,
  detail:
    "No Python has the API's client library: install Debian's python3-kubernetes, or set PYTHON to one that has it.",
});
const done = (note) => ({ passed: 0, failed: 0, note });

const tally = createTally();
await tally.stage("schema", async () => done(schema.buildSchema()));
// The type check uses only one processor for most of the time.
await Promise.all([
  tally.stage("types", () => asOne(runModule("typescript/bin/tsc", ["-p", ".", "--noEmit"]))),
  tally.stage("lint and format", () =>
    asOne(runModule("@biomejs/biome/bin/biome", ["ci", "--colors=off", "--diagnostic-level=error", "."])),
  ),
  tally.stage("dependency rules", () => asOne(run(process.execPath, ["scripts/check-imports.mjs"]))),
]);
const isBuilt = await tally.stage("build", async () => done((await bundle({ say })).join(", ") || "up to date"));
// The faults leave the processors idle for most of their minute, and so do tests that wait for the time of a sandbox.
await Promise.all([
  tally.stage("unit and whole-server tests", () => runVitest([`--exclude=${STALLS}/**`], { timeout: WHOLE_SUITE })),
  isBuilt ? testOutages() : undefined,
]);
const extent = whole ? "" : ", a sample";
await tally.stage(`delays of other clients${extent}`, () => testStalls({ whole }));
// The tests on etcd wait for its writes to the disk.
await Promise.all([
  tally.stage(`contrary store${extent}`, () => engines.testOnContraryStore({ whole })),
  tally.stage(`etcd${extent}`, () => engines.testOnEtcd(say, { whole })),
]);
if (isBuilt) {
  const browser = await findBrowser(say);
  const { kubectl, helm } = findClients(say);
  const python = findPython(say);
  const env = Object.fromEntries(
    Object.entries({
      CHROMIUM: browser,
      KUBECTL: kubectl,
      HELM: helm,
      PYTHON: python,
      ORRERY_TEST_SAMPLE: whole ? undefined : "yes",
    }).filter(([, path]) => path !== undefined),
  );
  const e2e = (...args) => runVitest(["--config", "e2e/vitest.config.ts", ...args], { env, timeout: WHOLE_SUITE });
  await tally.stage(`console in a browser${extent}`, () => e2e("--project", "console"));
  // Each of the two leaves the processors idle for much of its time.
  await Promise.all([
    tally.stage("real clients", () => e2e("--project", "clients")),
    replayConversations().then(playBehaviour),
  ]);
  if (python === undefined) await tally.stage("Python's client library", missingPython);
}
process.exitCode = tally.close();

async function testOutages() {
  await tally.stage("kill -9", () => crashRounds(8));
  await tally.stage("several servers, a minute of faults", () => faults.testFaults());
}

async function replayConversations() {
  if (conformance.hasConformanceKit()) await tally.stage("conformance", () => conformance.replayConformance());
  if (conformance.hasRandomConversations()) await tally.stage("random conversations", () => conformance.replayRandom());
}

async function playBehaviour() {
  if (behaviour.hasBehaviourKit()) await tally.stage("controllers and scheduler", () => behaviour.playBehaviour());
}
