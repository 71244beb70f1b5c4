import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readIfPresent, writePrivateFile } from "./privateFile.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "private-file-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("writePrivateFile", () => {
  it("replaces a file atomically, accessible to its owner only, and leaves no temporary file", async () => {
    const path = join(folder, "file");
    await writePrivateFile(path, "a long first text");
    await writePrivateFile(path, "second");
    expect(await readFile(path, "utf8")).toBe("second");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(["file"]);
  });

  it("leaves one of the texts complete after concurrent writes", async () => {
    const path = join(folder, "file");
    const texts = Array.from({ length: 16 }, (_, i) => String(i).repeat(100));
    await Promise.all(texts.map((text) => writePrivateFile(path, text)));
    expect(texts).toContain(await readFile(path, "utf8"));
    expect(await readdir(folder)).toEqual(["file"]);
  });

  it("leaves no temporary file when it fails", async () => {
    await mkdir(join(folder, "taken", "full"), { recursive: true });
    await expect(writePrivateFile(join(folder, "taken"), "text")).rejects.toThrow();
    await expect(writePrivateFile(join(folder, "none", "file"), "text")).rejects.toThrow("ENOENT");
    expect(await readdir(folder)).toEqual(["taken"]);
  });
});

describe("readIfPresent", () => {
  it("distinguishes an absent file from one that cannot be read", async () => {
    expect(await readIfPresent(join(folder, "none"))).toBeUndefined();
    await writePrivateFile(join(folder, "file"), "");
    expect(await readIfPresent(join(folder, "file"))).toBe("");
    expect(await readIfPresent(join(folder, "file", "below"))).toBeUndefined();
    await expect(readIfPresent(folder)).rejects.toThrow("EISDIR");
  });
});
