import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readRecords, writeRecord } from "./sandboxRecord.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbox-records-"));
});
afterEach(() => rm(folder, { recursive: true }));

const record = { name: "one", colour: "#123456", flags: ["--v=1"], port: 0, created: 1 };

describe("readRecords", () => {
  it("returns the written records, ignores other folders, and returns none for a missing folder", async () => {
    const unreadable: string[] = [];
    await writeRecord(join(folder, "b"), { ...record, created: 2 });
    await writeRecord(join(folder, "a"), record);
    await mkdir(join(folder, "other"));
    await writeFile(join(folder, "file"), "");
    const found = await readRecords(folder, (path) => unreadable.push(path));
    expect(found.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(await readRecords(join(folder, "none"), (path) => unreadable.push(path))).toEqual([]);
    expect(unreadable).toEqual([]);
  });

  it("reports a damaged record, and leaves it unchanged", async () => {
    const unreadable: string[] = [];
    await writeRecord(join(folder, "good"), record);
    for (const [id, text] of [
      ["cut", '{"name":"x","fl'],
      ["empty", ""],
      ["odd", '{"name":"x"}'],
    ] as const) {
      await mkdir(join(folder, id));
      await writeFile(join(folder, id, "sandbox.json"), text);
    }
    const found = await readRecords(folder, (path) => unreadable.push(path));
    expect(found.map(({ id }) => id)).toEqual(["good"]);
    expect(unreadable.sort()).toEqual(["cut", "empty", "odd"].map((id) => join(folder, id, "sandbox.json")));
    expect(await readFile(join(folder, "cut", "sandbox.json"), "utf8")).toBe('{"name":"x","fl');
  });
});
