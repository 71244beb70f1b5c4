import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LockedError } from "./fileLock.ts";
import { lockStore } from "./storeLock.ts";

describe("lockStore", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "store-lock-")));
    file = path.join(folder, "store.db");
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const system = it.skipIf(process.platform !== "linux" && process.platform !== "win32");

  it("holds the lock until it is released, and names the holder", async () => {
    const lock = await lockStore(file);
    const error = await lockStore(file).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LockedError);
    expect(String(error)).toContain(`in use by the process ${process.pid}`);
    const other = await lockStore(path.join(folder, "other.db"));
    lock.release();
    const again = await lockStore(file);
    again.release();
    other.release();
  });

  system("refuses a process that deletes the file", async () => {
    const lock = await lockStore(file);
    rmSync(`${file}.lock`);
    await expect(lockStore(file)).rejects.toThrow("in use by another process");
    lock.release();
    (await lockStore(file)).release();
  });

  system("waits for a name that is about to be free", async () => {
    const lock = await lockStore(file);
    rmSync(`${file}.lock`);
    const next = lockStore(file);
    setTimeout(() => lock.release(), 20);
    (await next).release();
  });

  system("knows a folder by whatever path", async () => {
    const link = `${folder}-link`;
    symlinkSync(folder, link, "junction");
    const lock = await lockStore(file);
    rmSync(`${file}.lock`);
    await expect(lockStore(path.join(link, "store.db"))).rejects.toThrow(LockedError);
    lock.release();
    rmSync(link);
  });

  system("tells a folder from one that was there before, whose store is still open", async () => {
    const open = [];
    // File systems that reuse inode numbers do so at once.
    for (let i = 0; i < 20; i++) {
      open.push(await lockStore(file));
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
    }
    for (const lock of open) lock.release();
  });

  it("lets one of sixteen concurrent callers in", async () => {
    const tries = await Promise.allSettled(Array.from({ length: 16 }, () => lockStore(file)));
    const held = tries.filter((one) => one.status === "fulfilled");
    expect(held).toHaveLength(1);
    for (const { value } of held) value.release();
  });
});
