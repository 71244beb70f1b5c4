#!/usr/bin/env node
// `npm run bench -- against <folder>`: compares this build with the one of another checkout, which must be built. Both are
// measured alternately in one run, so that other load on the machine affects them equally.
import { resolve } from "node:path";
import { compareReads } from "./lib/httpFigures.mjs";
import { median } from "./lib/median.mjs";
import { startServer } from "./lib/server.mjs";
import { measureWatch } from "./lib/watchFigures.mjs";
import { measureWrites } from "./lib/writeFigures.mjs";

const words = process.argv.slice(2).filter((word) => word !== "--quick");
const [, folder] = words;
if (words.length !== 2) {
  console.error("usage: npm run bench -- against <folder of another checkout> [--quick]");
  process.exit(2);
}
const quick = process.argv.includes("--quick");
const seconds = quick ? 1 : 5;
/** Number of times that each figure which is not taken over a time is measured. */
const ROUNDS = quick ? 1 : 5;

const report = (name, now, before) =>
  console.log(
    `${name.padEnd(46)} ${now.toFixed(2).padStart(10)} ${before.toFixed(2).padStart(10)} ${(now / before).toFixed(2).padStart(6)}`,
  );
console.log(`${"".padEnd(46)} ${"this".padStart(10)} ${"that".padStart(10)}  ratio`);

const checkouts = { now: {}, before: { root: resolve(folder) } };
const starts = { now: [], before: [] };
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, checkout] of Object.entries(checkouts)) {
    const first = await startServer(checkout);
    await first.stop({ keep: true });
    const second = await startServer({ ...checkout, dataDir: first.dataDir });
    starts[name].push({ first: first.startMs, second: second.startMs, bytes: second.residentBytes() });
    await second.stop();
  }
}
for (const [name, value] of [
  ["cold start to /readyz, first (ms)", ({ first }) => first],
  ["cold start to /readyz, second (ms)", ({ second }) => second],
  ["resident memory, idle (MB)", ({ bytes }) => bytes / 1e6],
]) {
  report(name, median(starts.now.map(value)), median(starts.before.map(value)));
}

const now = await startServer(checkouts.now);
const before = await startServer(checkouts.before);
try {
  const objects = quick ? 200 : 1000;
  const { get, list } = await compareReads([now, before], objects, seconds * 3);
  report("GET 2 KiB object, TLS (requests/s)", ...get);
  report(`LIST of ${objects} (requests/s)`, ...list);
  for (const [kind, figures] of await measureWrites({ now, before }, seconds)) {
    report(`${kind} (requests/s)`, figures.now.rate, figures.before.rate);
  }
  const watches = { now: [], before: [] };
  for (let round = 0; round < ROUNDS; round++) {
    watches.now.push(await measureWatch(now, quick ? 20 : 100, quick ? 50 : 500));
    watches.before.push(await measureWatch(before, quick ? 20 : 100, quick ? 50 : 500));
  }
  for (const [name, value] of [
    ["watch fan-out (events/s)", ({ rate }) => rate],
    ["watch, commit to event (median ms)", ({ medianMs }) => medianMs],
  ]) {
    report(name, median(watches.now.map(value)), median(watches.before.map(value)));
  }
} finally {
  await now.stop();
  await before.stop();
}
