import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readStoredJson, writeStoredJson } from "./storedJson.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-kept-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("reads the value that was written", () => {
  const file = join(folder, "window.json");
  writeStoredJson(file, { width: 900, isMaximized: true });
  expect(readStoredJson(file)).toEqual({ width: 900, isMaximized: true });
});

test("tolerates missing, damaged or unwritable files", () => {
  const file = join(folder, "window.json");
  expect(readStoredJson(file)).toBeUndefined();
  writeFileSync(file, "{");
  expect(readStoredJson(file)).toBeUndefined();
  expect(() => writeStoredJson(join(folder, "absent/window.json"), {})).not.toThrow();
});
