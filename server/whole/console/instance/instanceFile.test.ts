import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { announceInstance, readInstance } from "./instanceFile.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-instance-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const instance = { url: "http://127.0.0.1:4000", token: "abc" };
const file = () => join(folder, "console/instance.json");

test("an announced instance can be read, by its owner only, until it is withdrawn", async () => {
  const end = await announceInstance(folder, instance);
  expect(await readInstance(folder)).toEqual(instance);
  if (process.platform !== "win32") {
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "console")).mode & 0o077).toBe(0);
  }
  await end();
  expect(existsSync(file())).toBe(false);
  expect(await readInstance(folder)).toBeUndefined();
});

test.each(["", "{", "null", "7", '{"url":"http://127.0.0.1:1"}', '{"url":"http://evil.example:1","token":"a"}'])(
  "%j is not a valid announcement",
  async (content) => {
    await (await announceInstance(folder, instance))();
    writeFileSync(file(), content);
    expect(await readInstance(folder)).toBeUndefined();
  },
);
