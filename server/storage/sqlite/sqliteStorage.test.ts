import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Storage } from "../storage.ts";
import { describeStorage } from "../storageSuite.ts";
import { Database } from "./database.ts";
import { type Disk, nodeDisk } from "./disk.ts";
import { LockedError } from "./fileLock.ts";
import { openSqliteStorage } from "./sqliteStorage.ts";

const folder = mkdtempSync(path.join(tmpdir(), "sqlite-storage-"));
afterAll(() => rmSync(folder, { recursive: true }));
let stores = 0;
const newFile = (): string => path.join(folder, `store-${stores++}.db`);

describeStorage("sqlite", (now) => openSqliteStorage({ file: newFile(), now, syncs: false }));

const put = (storage: Storage, key: string, value: string) => storage.commit([{ type: "put", key, value }]);

describe("openSqliteStorage", () => {
  it("finds everything again: keys, history, counter, compaction and time", async () => {
    const file = newFile();
    let storage = await openSqliteStorage({ file, now: () => 5000 });
    for (const value of ["1", "2", "3", "4"]) await put(storage, "/a", value);
    await storage.compact(3);
    await storage.close();
    storage = await openSqliteStorage({ file, now: () => 4000 });
    expect([storage.revision, storage.compactedRevision]).toEqual([5, 3]);
    expect(await storage.get("/a", 4)).toMatchObject({ value: "3", createRevision: 2, modRevision: 4 });
    await put(storage, "/a", "5");
    // The clock went back by a second, the recorded time did not.
    expect(await storage.revisionAt(4999)).toBe(3);
    expect(await storage.revisionAt(5000)).toBe(6);
    await storage.compact(6);
    await storage.close();
    storage = await openSqliteStorage({ file });
    expect([storage.revision, storage.compactedRevision]).toEqual([6, 6]);
    expect(await storage.get("/a")).toMatchObject({ value: "5", modRevision: 6 });
    await storage.close();
  });

  it("makes the folder, and leaves one file behind when closed", async () => {
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

  it("refuses files that are no stores, and does not touch them", async () => {
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

  it("opens fast", async () => {
    const file = newFile();
    await (await openSqliteStorage({ file })).close();
    const start = performance.now();
    await (await openSqliteStorage({ file })).close();
    expect(performance.now() - start).toBeLessThan(150);
  });
});

describe("the SQLite engine", () => {
  it("waits for the disk once for all commits of a turn, and once for each that comes alone", async () => {
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

  it("keeps the write-ahead log short, and reuses what compaction frees", async () => {
    const file = newFile();
    const storage = await openSqliteStorage({ file, syncs: false });
    const sizes: number[] = [];
    for (let round = 0; round < 6; round++) {
      for (let i = 0; i < 30; i++) {
        await Promise.all(Array.from({ length: 20 }, (_, j) => put(storage, `/${j}`, `${i}`.padEnd(5000, "x"))));
      }
      await storage.compact(storage.revision);
      expect(statSync(`${file}-wal`).size).toBeLessThan(17 * 1024 * 1024);
      sizes.push(statSync(file).size);
    }
    expect(Math.max(...sizes)).toBeLessThan(12 * 1024 * 1024);
    await storage.close();
  });

  it("writes a snapshot that is a store of its own, and replaces an older one", async () => {
    const copy = path.join(folder, "snapshot.db");
    writeFileSync(copy, "an older one");
    const storage = await openSqliteStorage({ file: newFile() });
    await put(storage, "/a", "1");
    await put(storage, "/a", "2");
    await storage.snapshot(copy);
    await put(storage, "/a", "3");
    const restored = await openSqliteStorage({ file: copy });
    expect(restored.revision).toBe(3);
    expect(await restored.get("/a")).toMatchObject({ value: "2" });
    expect(await restored.get("/a", 2)).toMatchObject({ value: "1" });
    await restored.close();
    await storage.close();
  });

  it("hands over what a listener throws, and commits all the same", async () => {
    const errors: unknown[] = [];
    const storage = await openSqliteStorage({ file: newFile(), onListenerError: (error) => errors.push(error) });
    const seen: string[] = [];
    storage.watch("/", 1, () => {
      throw new Error("listener");
    });
    storage.watch("/", 1, (events) => seen.push(...events.map(({ key }) => key)));
    expect(await put(storage, "/a", "1")).toEqual({ ok: true, revision: 2 });
    expect(seen).toEqual(["/a"]);
    expect(errors).toEqual([new Error("listener")]);
    await storage.close();
  });
});
