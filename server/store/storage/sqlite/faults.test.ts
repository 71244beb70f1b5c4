import fs, { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { watchLog } from "../testing/suite/suiteStore.ts";
import { Database } from "./database/database.ts";
import { openSqliteStorage, type SqliteStorage } from "./sqliteStorage.ts";
import { type Disk, nodeDisk } from "./wasm/disk.ts";

const systemError = (code: string): Error => Object.assign(new Error(`${code}: injected`), { code });

/**
 * A disk whose writes and syncs can be made to fail: after a number of further calls, with an error code, until it is
 * repaired.
 */
function faultyDisk() {
  let fault: { code: string; calls: ("writeSync" | "fsyncSync" | "ftruncateSync")[]; after: number } | undefined;
  function check(call: "writeSync" | "fsyncSync" | "ftruncateSync"): void {
    if (fault?.calls.includes(call) && fault.after-- <= 0) throw systemError(fault.code);
  }
  const disk: Disk = {
    ...nodeDisk,
    writeSync: ((...args: Parameters<typeof fs.writeSync>) => {
      check("writeSync");
      return fs.writeSync(...args);
    }) as Disk["writeSync"],
    fsyncSync(handle) {
      check("fsyncSync");
      fs.fsyncSync(handle);
    },
    ftruncateSync(handle, length) {
      check("ftruncateSync");
      fs.ftruncateSync(handle, length);
    },
  };
  return {
    disk,
    fail(code: string, after = 0, calls: ("writeSync" | "fsyncSync" | "ftruncateSync")[] = ["writeSync"]) {
      fault = { code, calls, after };
    },
    mend() {
      fault = undefined;
    },
  };
}

describe("a failing disk", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "sqlite-faults-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const big = "x".repeat(50_000);
  let stores = 0;
  let file: string;
  let faults: ReturnType<typeof faultyDisk>;
  let storage: SqliteStorage;

  beforeEach(async () => {
    file = path.join(folder, `${stores++}.db`);
    faults = faultyDisk();
    storage = await openSqliteStorage({ file, disk: faults.disk });
    await storage.commit([{ type: "put", key: "/kept", value: "before" }]);
  });
  afterEach(async () => {
    faults.mend();
    await storage.close();
    const database = await Database.open({ file });
    expect(database.all("PRAGMA store.integrity_check")).toEqual([["ok"]]);
    database.close();
  });

  for (const [code, calls] of [
    ["ENOSPC", ["writeSync", "ftruncateSync"]],
    ["EIO", ["writeSync", "fsyncSync"]],
    ["EIO", ["fsyncSync"]],
  ] as const) {
    it(`${code} in ${calls.join(" and ")} rejects every commit of the group and changes nothing`, async () => {
      const seen = watchLog(storage, 2);
      for (let after = 0; after < 12; after++) {
        const revision = storage.currentRevision();
        faults.fail(code, after, [...calls]);
        const results = await Promise.allSettled([
          storage.commit([{ type: "put", key: "/kept", value: `changed ${after}` }]),
          storage.commit([{ type: "put", key: `/new/${after}`, value: big, guard: { absent: true } }]),
          storage.commit([{ type: "put", key: "/kept", value: "x", guard: { absent: true } }]),
        ]);
        faults.mend();
        const failed = results.filter(({ status }) => status === "rejected").length;
        expect([0, 3]).toContain(failed);
        if (failed === 0) continue;
        expect(storage.currentRevision()).toBe(revision);
        expect(await storage.get(`/new/${after}`)).toBeUndefined();
        expect((await storage.get("/kept"))?.modRevision).toBeLessThanOrEqual(revision);
        expect((await storage.range({ prefix: "/" })).items.every(({ modRevision }) => modRevision <= revision)).toBe(
          true,
        );
        // The next commit works, and takes the revision that the failed ones would have had.
        expect(await storage.commit([{ type: "put", key: "/probe", value: big }])).toEqual({
          ok: true,
          revision: revision + 1,
        });
      }
      // Watchers saw every revision that was committed, and none that was not.
      await seen.upTo(storage.currentRevision());
      const revisions = new Set(seen.events.map(({ revision }) => revision));
      expect([...revisions]).toEqual(Array.from({ length: storage.currentRevision() - 2 }, (_, index) => index + 3));
    });
  }

  it("serves reads while writes fail", async () => {
    faults.fail("ENOSPC");
    await expect(storage.commit([{ type: "put", key: "/kept", value: big }])).rejects.toThrow("full");
    expect(await storage.get("/kept")).toMatchObject({ value: "before" });
    expect(await storage.range({ prefix: "/" })).toMatchObject({ items: [{ key: "/kept" }], revision: 2 });
    await expect(storage.compact(2)).rejects.toThrow();
    expect(() => storage.assertReadable(1)).not.toThrow();
  });

  it("does not restore a rejected commit after reopening", async () => {
    faults.fail("EIO", 0, ["fsyncSync"]);
    await expect(storage.commit([{ type: "put", key: "/ghost", value: "1" }])).rejects.toThrow();
    faults.mend();
    await storage.commit([{ type: "put", key: "/real", value: "1" }]);
    await storage.close();
    storage = await openSqliteStorage({ file });
    expect((await storage.range({ prefix: "/" })).items.map(({ key }) => key)).toEqual(["/kept", "/real"]);
    expect(storage.currentRevision()).toBe(3);
  });

  it("leaves no partial snapshot", async () => {
    const copy = path.join(folder, "copy.db");
    faults.fail("ENOSPC");
    await expect(storage.snapshots.save(copy)).rejects.toThrow();
    faults.mend();
    expect(fs.readdirSync(folder).filter((name) => name.startsWith("copy"))).toEqual([]);
    await storage.snapshots.save(copy);
    expect(fs.existsSync(copy)).toBe(true);
  });

  it("does not open a store that it cannot write, and releases its lock", async () => {
    const other = path.join(folder, "other.db");
    const broken = faultyDisk();
    broken.fail("ENOSPC");
    await expect(openSqliteStorage({ file: other, disk: broken.disk })).rejects.toThrow();
    const opened = await openSqliteStorage({ file: other });
    await opened.close();
  });
});
