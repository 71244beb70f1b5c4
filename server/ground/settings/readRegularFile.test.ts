import { execFileSync } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readRegularFile } from "./readRegularFile.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-test-"));
});
afterEach(() => rm(folder, { recursive: true }));

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
