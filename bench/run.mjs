#!/usr/bin/env node
// Measures the built server and prints one table: `npm run bench` (`-- --quick` for a smoke test). HTTP figures are
// ratios to a bare node:https server that sends the same bytes, taken in the same run on the same machine.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { resolve } from "node:path";
import { startEtcd } from "../scripts/lib/programs/etcd.mjs";
import { measureAuthorization } from "./lib/authorizationFigure.mjs";
import { measureFlood } from "./lib/floodFigure.mjs";
import { measureCreate, measureGet, measureList } from "./lib/httpFigures.mjs";
import { measureLargeStart, measureStalls, withParts } from "./lib/largeStore.mjs";
import { startServer } from "./lib/server.mjs";
import { measureWatch } from "./lib/watchFigures.mjs";
import { measureWrites } from "./lib/writeFigures.mjs";

const quick = process.argv.includes("--quick");
const seconds = quick ? 1 : 5;
const rows = [];
const report = (name, value, ratio = "") => {
  rows.push({ name, value, ratio });
  console.log(`${name.padEnd(44)} ${String(value).padStart(16)} ${ratio}`);
};

const decision = await measureAuthorization(1000, 5000, quick ? 50 : 500);
report(
  "authorize, 1000 roles, 5000 bindings (median µs)",
  decision.micros.toFixed(1),
  `${decision.ratio.toFixed(1)} of 1 binding`,
);
const first = await startServer();
report("cold start to /readyz, first (ms)", Math.round(first.startMs));
await first.stop({ keep: true });
const server = await startServer({ dataDir: first.dataDir });
report("cold start to /readyz, second (ms)", Math.round(server.startMs));
try {
  report("resident memory, idle (MB)", Math.round(server.residentBytes() / 1e6));
  const get = await measureGet(server, seconds);
  report("GET 2 KiB object, TLS (requests/s)", Math.round(get.rate), `${get.ratio.toFixed(2)} of bare https`);
  const list = await measureList(server, quick ? 200 : 1000, seconds);
  report(`LIST of ${list.objects} (requests/s)`, list.rate.toFixed(1), `${list.ratio.toFixed(2)} of bare https`);
  const create = await measureCreate(server, seconds);
  report("CREATE, durable, 50 connections (objects/s)", Math.round(create.rate));
  report("CREATE, durable, 1 connection (median ms)", create.medianMs.toFixed(2));
  const watch = await measureWatch(server, quick ? 20 : 100, quick ? 50 : 500);
  report(`watch fan-out, ${watch.watchers} watchers (events/s)`, Math.round(watch.rate));
  report("watch, commit to event, 1 watcher (median ms)", watch.medianMs.toFixed(2));
  report("resident memory, after load (MB)", Math.round(server.residentBytes() / 1e6));
} finally {
  await server.stop();
}

for (const [kind, { quiet, flooded, rate }] of await measureFlood(seconds)) {
  report(
    `${kind} while another user floods (median ms)`,
    flooded.toFixed(2),
    `${(flooded / quiet).toFixed(1)} of quiet, beside ${Math.round(rate)} others a second`,
  );
}

const etcd = await startEtcd();
const embedded = await startServer();
const shared = await startServer({ flags: [`--etcd-servers=${etcd.url}`] });
try {
  for (const [kind, figures] of await measureWrites({ embedded, etcd: shared }, seconds)) {
    for (const [engine, { rate, fairness }] of Object.entries(figures)) {
      const fair = kind.startsWith("PATCH") ? `least served client: ${fairness.toFixed(2)} of the most served` : "";
      report(`${kind}, ${engine} (requests/s)`, Math.round(rate), fair);
    }
  }
} finally {
  await embedded.stop();
  await shared.stop();
  await etcd.discard();
}

await withParts(async (parts) => {
  for (const objects of quick ? [1000] : [10_000, 100_000]) {
    const { dataDir, startMs } = await measureLargeStart(parts, objects, quick ? 1 : 3);
    try {
      report(`start with ${objects} objects of 2 KB (ms)`, Math.round(startMs));
      if (objects !== 100_000 && !quick) continue;
      const stalls = await measureStalls(parts, dataDir, quick ? 1 : 10);
      const stall = (name, { longest, busiest }) =>
        report(`${name} (ms)`, longest.toFixed(0), `${busiest.toFixed(1)} ms of processor time`);
      stall(`longest stall, ${objects} objects, creates`, stalls.quiet);
      stall("the same with a snapshot", stalls.snapshot);
      stall("the same with compaction every second", stalls.compaction);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
});

const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "CPU"}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
const table = [
  "# Measurements",
  "",
  "Made by `npm run bench`; figures are of one run on the machine named below.",
  "",
  `${new Date().toISOString().slice(0, 10)}, ${machine}, ${process.platform}`,
  "",
  "| what | figure | ratio |",
  "|---|---:|---|",
  ...rows.map(({ name, value, ratio }) => `| ${name} | ${value} | ${ratio} |`),
  "",
].join("\n");
if (!quick) {
  mkdirSync(new URL(".", import.meta.url), { recursive: true });
  writeFileSync(new URL("results.md", import.meta.url), table);
  console.log(`\nWritten to ${resolve("bench/results.md")}`);
}
