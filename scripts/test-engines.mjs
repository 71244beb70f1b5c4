#!/usr/bin/env node
// `npm run test:engines`: whole-server tests and the recorded conversations on every engine; `npm test` runs a sample of it.
import { bundle } from "./lib/build/bundle.mjs";
import { ensureDependencies } from "./lib/install.mjs";
import { replayConformance } from "./lib/stages/conformance.mjs";
import { replayOnContraryStore, replayOnEtcd, testOnContraryStore, testOnEtcd } from "./lib/stages/engines.mjs";
import { createTally } from "./lib/stages/tally.mjs";

const say = (line) => console.log(`  ${line}`);
ensureDependencies(say);
const tally = createTally();
await tally.stage("build", async () => ({
  passed: 0,
  failed: 0,
  note: (await bundle({ say, only: ["server"] })).join(),
}));
await tally.stage("embedded: conversations", () => replayConformance());
await tally.stage("contrary: tests", () => testOnContraryStore({ whole: true }));
await tally.stage("contrary: conversations", () => replayOnContraryStore());
await tally.stage("etcd: tests", () => testOnEtcd(say, { whole: true }));
await tally.stage("etcd: conversations", () => replayOnEtcd(say));
process.exitCode = tally.close();
