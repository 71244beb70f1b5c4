import fs from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type LogFiles, type RotatingFileOptions, rotatingFile } from "./rotatingFile.ts";

let folder: string;
let clock: number;
const errors: unknown[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-audit-"));
  clock = Date.parse("2026-01-02T03:04:05.678Z");
  errors.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (more: Partial<RotatingFileOptions> = {}, home = join(folder, "logs")) =>
  rotatingFile({
    path: join(home, "audit.log"),
    maxSize: 10,
    maxBackups: 0,
    maxAge: 0,
    compress: false,
    now: () => clock,
    onError: (error) => errors.push(error),
    ...more,
  });
const names = async (home = join(folder, "logs")): Promise<string[]> => (await readdir(home)).sort();
const read = (name: string): Promise<string> => readFile(join(folder, "logs", name), "utf8");

describe("rotatingFile", () => {
  it("creates its folder, appends lines, and rotates a full file to a timestamped name", async () => {
    const file = open();
    file.write("one\n");
    file.write("two\n");
    expect(await read("audit.log")).toBe("one\ntwo\n");
    file.write("three\n");
    await file.close();
    expect(await names()).toEqual(["audit-2026-01-02T03-04-05.678.log", "audit.log"]);
    expect(await read("audit.log")).toBe("three\n");
    expect(await read("audit-2026-01-02T03-04-05.678.log")).toBe("one\ntwo\n");
    expect((await stat(join(folder, "logs", "audit.log"))).mode & 0o777).toBe(0o600);
  });

  it("appends to an existing file and counts its size", async () => {
    const first = open();
    first.write("12345678\n");
    await first.close();
    const second = open();
    second.write("9\n");
    await second.close();
    expect(await read("audit.log")).toBe("9\n");
    expect(await names()).toHaveLength(2);
  });

  it("rejects a line larger than any file and continues", async () => {
    const file = open();
    expect(() => file.write("12345678901")).toThrow("write length 11 exceeds maximum file size 10");
    file.write("ok\n");
    await file.close();
    expect(await read("audit.log")).toBe("ok\n");
  });

  it("keeps a limited number of backups and loses none created in the same millisecond", async () => {
    const all = open();
    for (let i = 0; i < 4; i++) all.write(`line ${i}\n`);
    await all.close();
    expect(await names()).toHaveLength(4);
    const few = open({ maxBackups: 2 });
    few.write("line 4\n");
    few.write("line 5\n");
    await few.close();
    const left = await names();
    expect(left).toHaveLength(3);
    expect(await Promise.all(left.map(read))).toEqual(["line 3\n", "line 4\n", "line 5\n"]);
  });

  it("deletes backups older than the maximum age and no other files", async () => {
    const file = open({ maxAge: 1 });
    file.write("line 0\n");
    file.write("line 1\n");
    await file.close();
    const other = join(folder, "logs", "audit-notes.log");
    await open({ path: other }).close();
    await utimes(other, 0, 0);
    clock += 2 * 24 * 60 * 60 * 1000;
    await open({ maxAge: 1 }).close();
    expect(await names()).toEqual(["audit-notes.log", "audit.log"]);
  });

  it("compresses rotated files", async () => {
    const file = open({ compress: true });
    file.write("line 0\n");
    file.write("line 1\n");
    await file.close();
    const [old = ""] = await names();
    expect(old).toBe("audit-2026-01-02T03-04-05.678.log.gz");
    expect(gunzipSync(await readFile(join(folder, "logs", old))).toString()).toBe("line 0\n");
    expect(errors).toEqual([]);
  });

  /** The real file system, with calls that can be made to fail. */
  function failing() {
    const faults = { room: Number.POSITIVE_INFINITY, truncates: true, renames: true };
    const fail = (code: string): never => {
      throw Object.assign(new Error(code), { code });
    };
    const files: LogFiles = {
      ...fs,
      writeSync: ((file: number, bytes: Buffer, from: number) => {
        const count = Math.min(bytes.length - from, faults.room);
        if (count === 0) fail("ENOSPC");
        faults.room -= count;
        return fs.writeSync(file, bytes, from, count);
      }) as LogFiles["writeSync"],
      ftruncateSync: (file, length) => (faults.truncates ? fs.ftruncateSync(file, length) : fail("EIO")),
      renameSync: (from, to) => (faults.renames ? fs.renameSync(from, to) : fail("EACCES")),
    };
    return { faults, files };
  }

  it("truncates a partially written line when the disk is full, and continues when there is space", async () => {
    const { faults, files } = failing();
    const file = open({ files, maxSize: 1000 });
    file.write("one\n");
    faults.room = 2;
    expect(() => file.write("two\n")).toThrow("ENOSPC");
    expect(() => file.write("three\n")).toThrow("ENOSPC");
    faults.room = 100;
    file.write("four\n");
    expect(await read("audit.log")).toBe("one\nfour\n");
    faults.room = 2;
    faults.truncates = false;
    expect(() => file.write("five\n")).toThrow("ENOSPC");
    faults.room = 100;
    file.write("six\n");
    file.write("seven\n");
    await file.close();
    expect(await read("audit.log")).toBe("one\nfour\nfi\nsix\nseven\n");
  });

  it("never writes to another file's descriptor after a failed rotation", async () => {
    const { faults, files } = failing();
    const file = open({ files });
    file.write("12345678\n");
    faults.renames = false;
    expect(() => file.write("9\n")).toThrow("EACCES");
    // The next opened file gets the descriptor number that the log had.
    const other = join(folder, "other");
    const number = fs.openSync(other, "w");
    expect(() => file.write("10\n")).toThrow("EACCES");
    faults.renames = true;
    file.write("11\n");
    await file.close();
    expect(fs.fstatSync(number).size).toBe(0);
    fs.closeSync(number);
    expect(await read("audit.log")).toBe("11\n");
  });

  it("removes an incomplete compressed file", async () => {
    // A directory cannot be read as a rotated file, which fails after the compressed file was started.
    await mkdir(join(folder, "logs", "audit-2026-01-01T00-00-00.000.log"), { recursive: true });
    await open({ compress: true }).close();
    expect(errors).toHaveLength(1);
    expect(await names()).toEqual(["audit-2026-01-01T00-00-00.000.log", "audit.log"]);
  });

  it("never loses or splits lines of any length", async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 12 }), async (lengths) => {
        const home = join(folder, `round-${round++}`);
        const file = open({}, home);
        const lines = lengths.map((length, i) => `${String.fromCharCode(97 + i).repeat(length)}\n`);
        for (const line of lines) file.write(line);
        await file.close();
        // The file without a time in its name is the newest.
        const [current = "", ...old] = (await names(home)).sort().reverse();
        const texts = await Promise.all([...old.reverse(), current].map((name) => readFile(join(home, name), "utf8")));
        expect(texts.join("")).toBe(lines.join(""));
        expect(texts.every((text) => text.length <= 10)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });
});
