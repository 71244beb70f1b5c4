import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Connection } from "./connection.mjs";
import { buildParts } from "./parts.mjs";
import { startServer } from "./server.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CACHE = join(ROOT, "node_modules/.cache/orrery");
const PROBED = fileURLToPath(new URL("probedServer.mjs", import.meta.url));
const PARTS = {
  server: "server/whole/server.ts",
  options: "server/whole/options/options.ts",
  sqlite: "server/store/storage/sqlite/sqliteStorage.ts",
};
/** Files that a server reads in addition to its program. */
const FILES = ["storeEngine.cjs", "evaluator.cjs", "shell.cjs", "yamlParser.cjs", "schema.json", "descriptions.json"];
/** Number of objects per commit while a store is filled. */
const BATCH = 500;
const MAPS = "/api/v1/namespaces/default/configmaps";
/** Number of clients that create objects while the event loop is measured. */
const CLIENTS = 4;

const large = (name) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "default", uid: crypto.randomUUID(), creationTimestamp: "2026-01-01T00:00:00Z" },
  data: { text: "x".repeat(1800) },
});

/** Runs measurements with the parts of the server built into a temporary folder, which is removed afterwards. */
export async function withParts(work) {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "bench-"));
  try {
    const load = await buildParts(folder, PARTS);
    for (const file of FILES) copyFileSync(join(ROOT, "dist/server", file), join(folder, file));
    return await work({ folder, openSqliteStorage: (await load("sqlite")).openSqliteStorage });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Measures starts of a server whose store has a number of objects of 2 KB: the folder is kept.
 * @returns {Promise<{ dataDir: string, startMs: number }>}
 */
export async function measureLargeStart({ openSqliteStorage }, objects, starts = 3) {
  const first = await startServer();
  await first.stop({ keep: true });
  const { dataDir } = first;
  const storage = await openSqliteStorage({ file: join(dataDir, "store.db"), syncs: false });
  for (let from = 0; from < objects; from += BATCH) {
    const names = Array.from({ length: Math.min(BATCH, objects - from) }, (_, i) => `l${from + i}`);
    await storage.commit(
      names.map((name) => ({
        type: "put",
        key: `/registry/configmaps/default/${name}`,
        value: JSON.stringify(large(name)),
      })),
    );
  }
  await storage.close();
  let startMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < starts; i += 1) {
    const server = await startServer({ dataDir });
    startMs = Math.min(startMs, server.startMs);
    await server.stop({ keep: true });
  }
  return { dataDir, startMs };
}

/**
 * The longest time in milliseconds for which the event loop of a server was blocked while a few clients create objects:
 * by the wall clock (`longest`), and in processor time of the thread (`busiest`), which excludes the time of other
 * processes.
 *
 * @returns {Promise<Record<"quiet" | "snapshot" | "compaction", { longest: number, busiest: number }>>} without other
 *   activity; while its store is copied; while history is compacted once per second. Checkpoints happen in all of them
 */
export async function measureStalls({ folder }, dataDir, seconds) {
  const probed = async (options, phases) => {
    const child = spawn(process.execPath, [PROBED, folder, dataDir, JSON.stringify(options)], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const ask = async (message) => {
      child.send(message);
      return (await once(child, "message"))[0];
    };
    try {
      const [server] = await once(child, "message");
      await load(server, 1);
      const figures = [];
      for (const during of phases) {
        await ask({ type: "reset" });
        const [, figure] = await Promise.all([load(server, seconds), ask({ type: "watch", during, seconds })]);
        figures.push(figure);
      }
      return figures;
    } finally {
      const gone = once(child, "exit");
      child.send({ type: "stop" });
      await gone;
    }
  };
  const [quiet, snapshot] = await probed({}, ["nothing", "snapshot"]);
  const [compaction] = await probed({ historyRetention: 1000 }, ["nothing"]);
  return { quiet, snapshot, compaction };
}

let serial = 0;

async function load(server, seconds) {
  const end = performance.now() + seconds * 1000;
  const work = async () => {
    const connection = await Connection.open(server);
    while (performance.now() < end) {
      const { status, body } = await connection.send(
        "POST",
        MAPS,
        JSON.stringify(large(`n${process.pid}-${serial++}`)),
      );
      if (status !== 201) throw new Error(`${status}: ${body}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
}
