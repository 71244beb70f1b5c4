#!/usr/bin/env node
// `npm run test:engines`: whole-server tests and the recorded conversations on every engine; `npm test` runs a sample of it.
import { bundle } from "./lib/bundle.mjs";
import { replayConformance } from "./lib/conformance.mjs";
import { replayOnContraryStore, testOnEngine } from "./lib/engines.mjs";
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
await tally.stage("contrary: tests", () => testOnEngine("contrary", { whole: true }));
await tally.stage("contrary: conversations", () => replayOnContraryStore());
process.exitCode = tally.close();
