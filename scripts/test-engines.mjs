#!/usr/bin/env node
// `npm run test:engines`: whole-server tests and the recorded conversations on every engine; `npm test` runs a sample of it.
import { bundle } from "./lib/bundle.mjs";
import { replayConformance } from "./lib/conformance.mjs";
import { replayOnContraryStore, replayOnEtcd, testOnContraryStore, testOnEtcd } from "./lib/engines.mjs";
import { ensureDependencies } from "./lib/install.mjs";
import { createTally } from "./lib/tally.mjs";

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
