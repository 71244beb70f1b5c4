import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readRegularFile, readTextFile, unreadableText } from "./readTextFile.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-test-"));
});
afterEach(() => rm(folder, { recursive: true }));

const pathOf = (name: string): string => join(folder, name);

describe("readTextFile", () => {
  it.each([0, 1, 65_535, 65_536, 200_000])("reads %i characters", async (length) => {
    const text = "ä".repeat(length);
    await writeFile(pathOf("file"), text);
    expect(await readTextFile(pathOf("file"))).toBe(text);
  });

  it.skipIf(process.platform === "win32")("reads what another program writes into a pipe", async () => {
    const pipe = pathOf("pipe");
    execFileSync("mkfifo", [pipe]);
    execFile("sh", ["-c", 'for part in one two three; do printf "$part "; done > "$0"', pipe]);
    expect(await readTextFile(pipe)).toBe("one two three ");
  });

  it.skipIf(process.platform === "win32")("stops reading a device that never ends", async () => {
    const reading = readTextFile("/dev/zero");
    await expect(reading).rejects.toThrow("EFBIG: larger than 64 MiB, read '/dev/zero'");
    expect(unreadableText(await reading.catch((error: unknown) => error))).toBe("larger than 64 MiB");
  });

  it("refuses a large file by its size, a folder, and what does not exist", async () => {
    await writeFile(pathOf("large"), "");
    await truncate(pathOf("large"), 10 * 1024 ** 3);
    await expect(readTextFile(pathOf("large"))).rejects.toThrow("EFBIG");
    await expect(readTextFile(folder)).rejects.toThrow("EISDIR");
    const missing = await readTextFile(pathOf("none")).catch((error: unknown) => error);
    expect(unreadableText(missing)).toBe("ENOENT");
  });
});

describe("readRegularFile", () => {
  it("reads a regular file, also through a link", async () => {
    const [file, link] = [join(folder, "file"), join(folder, "link")];
    await writeFile(file, "text");
    await symlink(file, link);
    expect([await readRegularFile(file), await readRegularFile(link)]).toEqual(["text", "text"]);
  });

  it("refuses a folder, a device, a link to itself, and what does not exist", async () => {
    const loop = join(folder, "loop");
    await symlink(loop, loop);
    await expect(readRegularFile(folder)).rejects.toThrow("is not a regular file");
    await expect(readRegularFile("/dev/zero")).rejects.toThrow("/dev/zero is not a regular file");
    await expect(readRegularFile(loop)).rejects.toThrow("ELOOP");
    await expect(readRegularFile(join(folder, "none"))).rejects.toThrow("ENOENT");
  });

  it.skipIf(process.platform === "win32")("does not wait for a pipe", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    await expect(readRegularFile(pipe)).rejects.toThrow("is not a regular file");
  });
});
