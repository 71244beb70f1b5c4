import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LockedError, lockFile } from "./fileLock.ts";

describe("lockFile", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "file-lock-"));
    file = path.join(folder, "store.db.lock");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** The pid of a process that has ended. */
  function deadPid(): Promise<number> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, ["-e", ""]);
      child.on("close", () => resolve(child.pid ?? 0));
    });
  }

  it("holds the lock until it is released, and leaves no file", () => {
    const lock = lockFile(file);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid: process.pid });
    expect(() => lockFile(file)).toThrow(LockedError);
    expect(() => lockFile(file)).toThrow(`in use by the process ${process.pid}`);
    expect(readdirSync(folder)).toEqual(["store.db.lock"]);
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
    lockFile(file).release();
  });

  it("refuses while another process that holds it is alive", () => {
    writeFileSync(file, JSON.stringify({ pid: process.ppid, birth: "", token: "other" }));
    expect(() => lockFile(file)).toThrow(LockedError);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ token: "other" });
  });

  it("takes over the lock of a dead process", async () => {
    writeFileSync(file, JSON.stringify({ pid: await deadPid(), birth: "", token: "other" }));
    const lock = lockFile(file);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ pid: process.pid });
    expect(readdirSync(folder)).toEqual(["store.db.lock"]);
    lock.release();
  });

  it("takes over the lock when its pid now belongs to another process", () => {
    writeFileSync(file, JSON.stringify({ pid: process.pid, birth: "earlier boot/1", token: "other" }));
    lockFile(file).release();
    // A predecessor with this process's pid, as in a restarted container, on a system that does not report start times.
    writeFileSync(file, JSON.stringify({ pid: process.pid, birth: "", token: "other" }));
    lockFile(file).release();
  });

  it("takes over a lock file with invalid content", () => {
    for (const text of ["", "{", "42", "null", '{"pid":-1}', '{"pid":"x"}']) {
      writeFileSync(file, text);
      lockFile(file).release();
    }
    expect(existsSync(file)).toBe(false);
  });

  it("an owner that has lost the lock does not remove it", () => {
    const lock = lockFile(file);
    writeFileSync(file, JSON.stringify({ pid: process.ppid, birth: "", token: "thief" }));
    lock.release();
    lock.release();
    expect(existsSync(file)).toBe(true);
  });

  it("reports a missing folder", () => {
    expect(() => lockFile(path.join(folder, "none", "lock"))).toThrow("ENOENT");
  });
});
