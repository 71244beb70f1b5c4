import fs, { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CompactedError } from "../storage.ts";
import { StorageError } from "../storageError.ts";
import { Database } from "./database/database.ts";
import { openSqliteStorage, type SqliteStorage } from "./sqliteStorage.ts";
import { type Disk, nodeDisk } from "./wasm/disk.ts";

const MEBIBYTE = 1024 * 1024;
const RESERVE = 4 * MEBIBYTE;

const usedIn = (folder: string): number =>
  fs.readdirSync(folder).reduce((total, name) => total + fs.statSync(path.join(folder, name)).size, 0);

/** The real disk, but the folder has room for a limited number of bytes. */
function smallDisk(folder: string, state: { room: number }): Disk {
  return {
    ...nodeDisk,
    writeSync: ((handle: number, bytes: Uint8Array, offset: number, length: number, position: number | null) => {
      const growth = (position ?? fs.fstatSync(handle).size) + length - fs.fstatSync(handle).size;
      if (growth > 0 && usedIn(folder) + growth > state.room)
        throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
      return fs.writeSync(handle, bytes, offset, length, position);
    }) as Disk["writeSync"],
  };
}

describe("a full disk", () => {
  const value = "x".repeat(100_000);
  const state = { room: 0, now: 0 };
  const told: (string | undefined)[] = [];
  let folder: string;
  let file: string;
  let storage: SqliteStorage;
  const open = () =>
    openSqliteStorage({
      file,
      reserve: RESERVE,
      syncs: false,
      now: () => state.now,
      disk: smallDisk(folder, state),
      onFault: (fault) => told.push(fault?.fault),
      onHistoryDropped: () => told.push("history dropped"),
    });
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "full-disk-"));
    file = path.join(folder, "store.db");
    Object.assign(state, { room: 20 * MEBIBYTE, now: 0 });
    told.length = 0;
    storage = await open();
  });
  afterEach(async () => {
    await storage.close();
    const database = await Database.open({ file });
    expect(database.all("PRAGMA store.integrity_check")).toEqual([["ok"]]);
    database.close();
    rmSync(folder, { recursive: true });
  });

  const put = (name: string, freesSpace?: boolean) =>
    storage.commit([{ type: "put", key: `/k/${name}`, value, ...(freesSpace === undefined ? {} : { freesSpace }) }]);
  const remove = (name: string) => storage.commit([{ type: "delete", key: `/k/${name}` }]);
  /** Writes until the disk is full; then all free bytes are taken away. @returns the names that were stored */
  async function fill(): Promise<string[]> {
    for (let names: string[] = []; ; ) {
      const name = String(names.length).padStart(4, "0");
      try {
        await put(name);
      } catch (error) {
        expect(error).toMatchObject({ fault: "full" });
        // The history is dropped first, and the room that it frees is taken away as well.
        await vi.waitFor(() => expect(told).toContain("history dropped"));
        state.room = usedIn(folder);
        return names;
      }
      names = [...names, name];
    }
  }

  it("refuses writes with the reason, and still serves reads", async () => {
    const names = await fill();
    expect(names.length).toBeGreaterThan(50);
    const error = await put("another").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StorageError);
    expect(String(error)).toContain(`${file}: the disk is full`);
    expect(await storage.writable()).toBe(false);
    expect((await storage.range({ prefix: "/k/" })).items.map(({ key }) => key)).toEqual(names.map((n) => `/k/${n}`));
    expect(told[0]).toBe("full");
  });

  it("allows deletions and graceful deletions from the reserved space, also after a restart", async () => {
    const names = await fill();
    await expect(put("0000")).rejects.toThrow("full");
    expect(await put("0000", true)).toMatchObject({ ok: true });
    const half = Math.floor(names.length / 2);
    for (const name of names.slice(0, half)) expect(await remove(name)).toMatchObject({ ok: true });
    await storage.close();
    // The freed room is taken away meanwhile.
    state.room = usedIn(folder);
    fs.rmSync(`${file}-reserve`);
    state.room -= RESERVE / 2;
    told.length = 0;
    storage = await open();
    expect(told).toEqual(["full"]);
    expect(await storage.writable()).toBe(false);
    await expect(put("new")).rejects.toThrow("full");
    for (const name of names.slice(half)) expect(await remove(name)).toMatchObject({ ok: true });
    expect((await storage.range({ prefix: "/k/" })).items).toEqual([]);
  });

  it("stores the deletions of a group whose other batches it refuses", async () => {
    const [first = ""] = await fill();
    const results = await Promise.allSettled([put("new"), remove(first), put("newer")]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
    expect(await storage.get(`/k/${first}`)).toBeUndefined();
    expect(await storage.get("/k/new")).toBeUndefined();
  });

  it("accepts writes again once the reserve can be refilled, and not earlier", async () => {
    await fill();
    // All free bytes are taken, and half of the reserve as soon as it is lent.
    state.room = usedIn(folder) - RESERVE / 2;
    await remove("0000");
    expect(fs.statSync(`${file}-reserve`).size).toBeLessThan(RESERVE);
    expect(await storage.writable()).toBe(false);
    state.room += RESERVE / 4;
    state.now += 1000;
    expect(await storage.writable()).toBe(false);
    await expect(put("new")).rejects.toThrow("full");
    state.room += 2 * RESERVE;
    await expect(put("new")).rejects.toThrow("full");
    state.now += 1000;
    expect(await storage.writable()).toBe(true);
    expect(fs.statSync(`${file}-reserve`).size).toBe(RESERVE);
    expect(await put("new")).toMatchObject({ ok: true });
    expect(told).toContain(undefined);
  });

  it("drops the history before it refuses commits", async () => {
    await fill();
    expect(told).toContain("history dropped");
    expect(() => storage.assertReadable(1)).toThrow(CompactedError);
    expect(() => storage.assertReadable(storage.currentRevision())).not.toThrow();
  });
});

describe("a failing disk", () => {
  it("is retried on request", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "failing-disk-"));
    const state = { now: 0, fails: false };
    const check = (): void => {
      if (state.fails) throw Object.assign(new Error("EIO"), { code: "EIO" });
    };
    const disk: Disk = {
      ...nodeDisk,
      fsyncSync: (handle) => {
        check();
        fs.fsyncSync(handle);
      },
    };
    const storage = await openSqliteStorage({ file: path.join(folder, "store.db"), disk, now: () => state.now });
    const put = () => storage.commit([{ type: "put", key: "/a", value: "1" }]);
    expect(await storage.writable()).toBe(true);
    state.fails = true;
    await expect(put()).rejects.toMatchObject({ fault: "failing" });
    expect(await storage.writable()).toBe(false);
    state.fails = false;
    expect(await storage.writable()).toBe(false);
    state.now += 1000;
    expect(await storage.writable()).toBe(true);
    expect(await put()).toMatchObject({ ok: true });
    await storage.close();
    rmSync(folder, { recursive: true });
  });
});
