#!/usr/bin/env node
// Measures the built server and prints one table: `npm run bench` (`-- --quick` for a smoke). HTTP figures are ratios to a
// bare node:https server that sends the same bytes, taken in the same run on the same machine.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { resolve } from "node:path";
import { measureAuthorization } from "./lib/authorizationFigure.mjs";
import { measureCreate, measureGet, measureList } from "./lib/httpFigures.mjs";
import { startServer } from "./lib/server.mjs";
import { measureWatch } from "./lib/watchFigures.mjs";

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
