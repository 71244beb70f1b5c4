import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../../../testing/bundle.ts";
import { watchLog } from "../testing/suite/suiteStore.ts";
import { Database } from "./database/database.ts";
import { openSqliteStorage } from "./sqliteStorage.ts";

const rounds = Number(process.env["ORRERY_KILL_ROUNDS"] ?? 3);
/** Numbers of acknowledged keys per run; enough to pass several checkpoints of the WAL. */
const acknowledgements = [1, 900, 150, 333, 77, 1500];

describe("a server killed with SIGKILL", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "sqlite-crash-"));
  const file = path.join(folder, "store.db");
  let writer: string;
  beforeAll(async () => {
    writer = await bundle("server/store/storage/sqlite/testing/crashWriter.ts");
  }, 30_000);
  afterAll(() => {
    rmSync(folder, { recursive: true });
    rmSync(path.dirname(writer), { recursive: true, force: true });
  });

  /**
   * Runs the writer until it has acknowledged `enough` keys, kills it, and returns all acknowledged keys with their
   * revisions.
   */
  function runAndKill(run: string, enough: number): Promise<Map<string, number>> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [writer, file, run], { stdio: ["ignore", "pipe", "pipe"] });
      let printed = "";
      let errors = "";
      child.stderr.on("data", (text) => {
        errors += text;
      });
      child.stdout.on("data", (text) => {
        printed += text;
        if (printed.split("\n").length > enough) child.kill("SIGKILL");
      });
      child.on("close", (_, signal) => {
        if (signal !== "SIGKILL") return reject(new Error(`the writer ended by itself: ${errors}`));
        // A truncated last line was not received completely, so it is treated as not acknowledged.
        const lines = printed.split("\n").slice(0, -1);
        resolve(new Map(lines.map((line) => [line.split(" ")[0] ?? "", Number(line.split(" ")[1])])));
      });
    });
  }

  it(`loses no acknowledged commits (${rounds} rounds)`, { timeout: 15_000 * (rounds + 1) }, async () => {
    let before = 1;
    for (let round = 0; round < rounds; round++) {
      const run = `round${round}`;
      const acknowledged = await runAndKill(run, acknowledgements[round % acknowledgements.length] ?? 1);

      const database = await Database.open({ file });
      expect(database.all("PRAGMA store.integrity_check")).toEqual([["ok"]]);
      database.close();

      const storage = await openSqliteStorage({ file });
      const { items } = await storage.range({ prefix: `/${run}/` });
      const stored = new Map(items.map((kv) => [kv.key, kv]));
      for (const [key, revision] of acknowledged) {
        expect(stored.get(key)).toMatchObject({ createRevision: revision, modRevision: revision });
        expect(JSON.parse(String(stored.get(key)?.value))).toMatchObject({ key });
      }
      // Each batch is complete: every revision created one key and changed the writer's shared key with it.
      const { events } = await watchLog(storage, before).upTo(before + items.length);
      const revisions = [...new Set(events.map(({ revision }) => revision))];
      for (const revision of revisions) {
        const [first, second, ...more] = events.filter((event) => event.revision === revision);
        expect(more).toEqual([]);
        expect(second?.type === "put" && second.kv.value).toBe(first?.key);
      }
      expect(revisions).toEqual(items.map((_, index) => before + 1 + index));
      expect(storage.currentRevision()).toBe(before + items.length);
      before = storage.currentRevision();
      await storage.close();
    }
  });
});
