import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { programText } from "../../../ground/threads/program.ts";
import { manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import { createKeyLayout, formerPrefixOf } from "../keyLayout.ts";
import { CompactedError, type Storage } from "../storage.ts";
import { describeStorage } from "../testing/storageSuite.ts";
import { Database } from "./database/database.ts";
import { LockedError } from "./lock/fileLock.ts";
import { openSqliteStorage } from "./sqliteStorage.ts";
import { type Disk, nodeDisk } from "./wasm/disk.ts";
import { loadSqlJs } from "./wasm/sqlJs.ts";

const folder = mkdtempSync(path.join(tmpdir(), "sqlite-storage-"));
afterAll(() => rmSync(folder, { recursive: true }));
let stores = 0;
const newFile = (): string => path.join(folder, `store-${stores++}.db`);

describeStorage("sqlite in a thread", ({ now, timers }) =>
  openSqliteStorage({ file: newFile(), now, timers, syncs: false, program: programText("storeEngine") }),
);
describeStorage("sqlite", (clock) => openSqliteStorage({ file: newFile(), ...clock, syncs: false }));

const put = (storage: Storage, key: string, value: string) => storage.commit([{ type: "put", key, value }]);

describe("openSqliteStorage", () => {
  it("restores keys, history, revision counter, compaction and time after reopening", async () => {
    const file = newFile();
    let storage = await openSqliteStorage({ file, now: () => 5000 });
    for (const value of ["1", "2", "3", "4"]) await put(storage, "/a", value);
    await storage.compact(3);
    await storage.close();
    storage = await openSqliteStorage({ file, now: () => 4000 });
    expect(storage.currentRevision()).toBe(5);
    expect(() => storage.assertReadable(3)).not.toThrow();
    expect(() => storage.assertReadable(2)).toThrow(CompactedError);
    expect(await storage.get("/a", 4)).toMatchObject({ value: "3", createRevision: 2, modRevision: 4 });
    await put(storage, "/a", "5");
    // The clock went back by a second; the recorded time did not.
    expect(await storage.revisionAt(4999)).toBe(3);
    expect(await storage.revisionAt(5000)).toBe(6);
    await storage.compact(6);
    await storage.close();
    storage = await openSqliteStorage({ file });
    expect(storage.currentRevision()).toBe(6);
    expect(() => storage.assertReadable(5)).toThrow(CompactedError);
    expect(await storage.get("/a")).toMatchObject({ value: "5", modRevision: 6 });
    await storage.close();
  });

  it("creates the folder, and leaves one file when closed", async () => {
    const file = path.join(folder, "new", "folder with 'quotes\" ?%", "store.db");
    const storage = await openSqliteStorage({ file });
    await put(storage, "/a", "1");
    expect(existsSync(`${file}.lock`)).toBe(true);
    expect(await storage.size()).toBeGreaterThan(8192);
    await storage.close();
    expect([file, `${file}.lock`, `${file}-wal`].map((name) => existsSync(name))).toEqual([true, false, false]);
  });

  it("refuses a second server on the same file, also through a link", async () => {
    const file = newFile();
    const storage = await openSqliteStorage({ file });
    symlinkSync(file, `${file}.link`);
    await expect(openSqliteStorage({ file })).rejects.toThrow(LockedError);
    await expect(openSqliteStorage({ file: `${file}.link` })).rejects.toThrow(LockedError);
    expect(await put(storage, "/a", "1")).toMatchObject({ ok: true });
    await storage.close();
    const again = await openSqliteStorage({ file: `${file}.link` });
    expect(await again.get("/a")).toMatchObject({ value: "1" });
    await again.close();
  });

  it("refuses files that are not stores, and does not modify them", async () => {
    const text = newFile();
    writeFileSync(text, "not a database, but long enough to be read as one".repeat(50));
    await expect(openSqliteStorage({ file: text })).rejects.toThrow(/the store is damaged .*not a database/);
    expect(existsSync(`${text}.lock`)).toBe(false);

    const foreign = newFile();
    const database = await Database.open({ file: foreign });
    database.run("CREATE TABLE store.notes (text TEXT)");
    database.close();
    await expect(openSqliteStorage({ file: foreign })).rejects.toThrow("not a store of this program");

    const newer = newFile();
    await (await openSqliteStorage({ file: newer })).close();
    const changed = await Database.open({ file: newer });
    changed.run("PRAGMA store.user_version = 99");
    changed.close();
    await expect(openSqliteStorage({ file: newer })).rejects.toThrow("format version 99");

    mkdirSync(newFile().replace(/\d+\.db$/, "folder.db"));
    await expect(openSqliteStorage({ file: path.join(folder, "store-folder.db") })).rejects.toThrow("cannot open");
  });

  it("serves several stores in one process", async () => {
    const storages = await Promise.all([newFile(), newFile(), newFile()].map((file) => openSqliteStorage({ file })));
    await Promise.all(storages.map((storage, index) => put(storage, "/a", String(index))));
    const values = await Promise.all(storages.map(async (storage) => (await storage.get("/a"))?.value));
    expect(values).toEqual(["0", "1", "2"]);
    for (const storage of storages) await storage.close();
  });
});

describe("the SQLite engine", () => {
  it("syncs the disk once for all commits of one turn, and once for each separate commit", async () => {
    let syncs = 0;
    const disk: Disk = {
      ...nodeDisk,
      fsyncSync(handle) {
        syncs++;
        nodeDisk.fsyncSync(handle);
      },
    };
    const storage = await openSqliteStorage({ file: newFile(), disk });
    await put(storage, "/first", "also syncs the folder");
    syncs = 0;
    const results = await Promise.all(Array.from({ length: 50 }, (_, i) => put(storage, `/${i}`, "1")));
    expect(results).toEqual(Array.from({ length: 50 }, (_, i) => ({ ok: true, revision: 3 + i })));
    expect(syncs).toBe(1);
    for (let i = 0; i < 5; i++) await put(storage, "/a", String(i));
    expect(syncs).toBe(6);
    await storage.close();
  });

  it("keeps the write-ahead log short, and reuses the space that compaction frees", async () => {
    const file = newFile();
    const storage = await openSqliteStorage({ file, syncs: false });
    const sizes: number[] = [];
    for (let round = 0; round < 6; round++) {
      for (let i = 0; i < 30; i++) {
        await Promise.all(Array.from({ length: 20 }, (_, j) => put(storage, `/${j}`, `${i}`.padEnd(5000, "x"))));
      }
      await storage.compact(storage.currentRevision());
      expect(statSync(`${file}-wal`).size).toBeLessThan(17 * 1024 * 1024);
      sizes.push(statSync(file).size);
    }
    expect(Math.max(...sizes)).toBeLessThan(12 * 1024 * 1024);
    await storage.close();
  });

  it("writes a snapshot that is a complete store, and replaces an older one", async () => {
    const copy = path.join(folder, "snapshot.db");
    writeFileSync(copy, "an older one");
    const storage = await openSqliteStorage({ file: newFile() });
    await put(storage, "/a", "1");
    await put(storage, "/a", "2");
    await storage.snapshots.save(copy);
    await put(storage, "/a", "3");
    const restored = await openSqliteStorage({ file: copy });
    expect(restored.currentRevision()).toBe(3);
    expect(await restored.get("/a")).toMatchObject({ value: "2" });
    expect(await restored.get("/a", 2)).toMatchObject({ value: "1" });
    await restored.close();
    await storage.close();
  });

  it("opens a store of the previous format, and keeps all of its data", async () => {
    const file = newFile();
    const old = await Database.open({ file });
    for (const statement of FORMAT_1) old.run(statement);
    old.run("INSERT INTO store.current VALUES ('/a', 2, 3, 'two')");
    old.run(
      `INSERT INTO store.history VALUES (1, 2, 5000, 0, NULL, NULL, '/a', NULL), (2, 3, 6000, 0, 2, 2, '/a', 'one')`,
    );
    old.close();
    for (let time = 0; time < 2; time++) {
      const storage = await openSqliteStorage({ file });
      expect(await storage.get("/a")).toEqual({ key: "/a", value: "two", createRevision: 2, modRevision: 3 + time });
      expect(await storage.get("/a", 2)).toMatchObject({ value: "one" });
      expect(await storage.revisionAt(5500)).toBe(2);
      expect(await put(storage, "/a", "two")).toEqual({ ok: true, revision: 4 + time });
      await storage.close();
    }
  });
});

describe("a store that is opened read-only", () => {
  it("refuses writes, expires no leases, and can be copied", async () => {
    const file = newFile();
    const written = await openSqliteStorage({ file, now: () => 1000 });
    await written.commit([{ type: "put", key: "/a", value: "1", timeToLive: 1 }]);
    await written.close();
    const timers = manualTimers();
    const storage = await openSqliteStorage({ file, readOnly: true, timers, now: () => 1_000_000 });
    await expect(put(storage, "/b", "1")).rejects.toThrow("readonly");
    expect(timers.pending()).toEqual([]);
    expect(await storage.get("/a")).toMatchObject({ value: "1" });
    const copy = path.join(folder, "copy-of-read-only.db");
    await storage.snapshots.save(copy);
    await expect(put(storage, "/b", "1")).rejects.toThrow("readonly");
    await storage.close();
    const copied = await openSqliteStorage({ file: copy, readOnly: true });
    expect(await copied.get("/a")).toMatchObject({ value: "1" });
    await copied.close();
  });

  it("is refused without a change when the file is empty or belongs to another program", async () => {
    const empty = newFile();
    writeFileSync(empty, "");
    await expect(openSqliteStorage({ file: empty, readOnly: true })).rejects.toThrow("there is no store");
    expect(readFileSync(empty)).toHaveLength(0);

    const foreign = newFile();
    const sqlJs = await loadSqlJs();
    const other = new sqlJs.sql.Database();
    other.run("CREATE TABLE notes (text)");
    const content = Buffer.from(other.export());
    other.close();
    writeFileSync(foreign, content);
    for (const readOnly of [true, false]) {
      await expect(openSqliteStorage({ file: foreign, readOnly })).rejects.toThrow("not a store of this program");
      expect(readFileSync(foreign).equals(content)).toBe(true);
    }
  });

  it("is refused when its format is older, because that needs a migration", async () => {
    const file = newFile();
    const old = await Database.open({ file });
    for (const statement of FORMAT_1) old.run(statement);
    old.close();
    await expect(openSqliteStorage({ file, readOnly: true })).rejects.toThrow("format version 1");
    const after = await Database.open({ file });
    expect(after.first("PRAGMA store.user_version")).toEqual([1]);
    after.close();
  });
});

describe("the keys of a store of the previous format", () => {
  const ROWS = 60;

  /** Objects of every built-in resource and of custom ones, under their keys of format 1. */
  async function formerStore(domain: string): Promise<{ file: string; expected: Map<string, string> }> {
    const file = newFile();
    const layout = createKeyLayout(domain);
    const old = await Database.open({ file, syncs: false });
    const expected = new Map<string, string>();
    old.transaction(() => {
      for (const statement of FORMAT_1) old.run(statement);
      let revision = 1;
      const add = (from: string, to: string): void => {
        revision += 1;
        old.run("INSERT INTO store.current VALUES (?, ?, ?, ?)", from, revision, revision, to);
        old.run("INSERT INTO store.history VALUES (NULL, ?, 1000, 0, NULL, NULL, ?, NULL)", revision, from);
        expected.set(to, to);
      };
      for (const resource of layout.builtIn) {
        for (let i = 0; i < ROWS; i += 1) {
          const name = i % 2 === 0 ? `n/${i}ü` : `${i}`;
          add(formerPrefixOf(resource) + name, layout.prefixOf(resource) + name);
        }
      }
      for (const key of ["example.org/pods/a/b", "storage.example.org/csinodes/x", `storage.${domain}/widgets/x`]) {
        add(`/registry/${key}`, `/registry/${key}`);
      }
      const telltale = `/registry/apiregistration.${domain}/apiservices/v1.`;
      add(telltale, telltale);
      // A deleted object, which is only in the history.
      old.run(
        "INSERT INTO store.history VALUES (NULL, ?, 1000, 1, 2, 2, '/registry/core/nodes/gone', 'gone')",
        revision + 1,
      );
    });
    old.close();
    return { file, expected };
  }

  it.each(["k8s.io", "orch.io"])("are migrated to the reference's layout, once, in %s", async (domain) => {
    const { file, expected } = await formerStore(domain);
    for (let time = 0; time < 2; time += 1) {
      const storage = await openSqliteStorage({ file });
      const { items, revision } = await storage.range({ prefix: "/" });
      expect(new Map(items.map(({ key, value }) => [key, value]))).toEqual(expected);
      expect(items.length).toBe(expected.size);
      expect(await storage.get("/registry/minions/gone", revision - 1)).toMatchObject({ value: "gone" });
      const before = await storage.range({ prefix: "/registry/services/specs/", revision: revision - 1 });
      expect(before.items).toHaveLength(ROWS);
      await storage.close();
    }
  });

  it("stay unchanged when they cannot all be migrated", async () => {
    const { file, expected } = await formerStore("k8s.io");
    const taken = await Database.open({ file, syncs: false });
    taken.run("INSERT INTO store.current VALUES ('/registry/volumeattachments/n/0ü', 2, 2, '')");
    taken.close();
    await expect(openSqliteStorage({ file })).rejects.toThrow("UNIQUE");
    const after = await Database.open({ file, syncs: false });
    expect(after.first("PRAGMA store.user_version")).toEqual([1]);
    expect(after.first("SELECT count(*) FROM store.current WHERE key LIKE '/registry/core/%'")).toEqual([15 * ROWS]);
    expect(after.first("SELECT count(*) FROM store.current")).toEqual([expected.size + 1]);
    after.close();
  });
});

/** The tables of format 1. */
const FORMAT_1 = [
  "CREATE TABLE store.current (key TEXT NOT NULL UNIQUE, create_revision INTEGER NOT NULL, mod_revision INTEGER NOT NULL, value TEXT NOT NULL)",
  "CREATE TABLE store.history (id INTEGER PRIMARY KEY, revision INTEGER NOT NULL, time INTEGER NOT NULL, deleted INTEGER NOT NULL, old_create_revision INTEGER, old_mod_revision INTEGER, key TEXT NOT NULL, old_value TEXT)",
  "CREATE INDEX store.history_by_revision ON history (revision, time)",
  "CREATE INDEX store.history_by_key ON history (key, revision, old_mod_revision)",
  "CREATE TABLE store.meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
  "INSERT INTO store.meta (name, value) VALUES ('compacted', 1)",
  "PRAGMA store.application_id = 1332900473",
  "PRAGMA store.user_version = 1",
];
