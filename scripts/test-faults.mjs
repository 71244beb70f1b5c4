#!/usr/bin/env node
// `npm run test:faults -- [minutes] [seed]`: the fault test of several servers, for ten minutes by default.
import { bundle } from "./lib/build/bundle.mjs";
import { ensureDependencies } from "./lib/install.mjs";
import { testFaults } from "./lib/stages/faults.mjs";
import { createTally } from "./lib/stages/tally.mjs";

const say = (line) => console.log(`  ${line}`);
ensureDependencies(say);
const [minutes = "10", seed] = process.argv.slice(2);
await bundle({ say, only: ["server"] });
const tally = createTally();
await tally.stage(`${minutes} minutes of faults`, async () => {
  const result = await testFaults({ seconds: Number(minutes) * 60, seed });
  console.log(result.detail);
  return result;
});
process.exitCode = tally.close();
