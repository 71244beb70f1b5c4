import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeFolder } from "./makeFolder.ts";

describe("makeFolder", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "orrery-folder-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it("creates every missing level, accessible to the owner only", () => {
    const folder = join(root, "a/b/c");
    expect(makeFolder(folder)).toBe(true);
    expect(makeFolder(folder)).toBe(false);
    for (const path of ["a", "a/b", "a/b/c"]) expect(statSync(join(root, path)).mode & 0o777).toBe(0o700);
  });

  it("throws when a file is in the way", () => {
    writeFileSync(join(root, "file"), "");
    expect(() => makeFolder(join(root, "file"))).toThrow(/EEXIST/);
    expect(() => makeFolder(join(root, "file/below"))).toThrow(/ENOTDIR|EEXIST/);
  });

  it.runIf(process.platform === "linux")("throws, and does not hang, where no folder can be created", () => {
    expect(() => makeFolder("/proc/orrery/store")).toThrow(/ENOENT|EACCES|EROFS/);
  });
});
