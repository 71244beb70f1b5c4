import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openPreferences } from "./preferences.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-preferences-"));
  path = join(folder, "preferences.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("merges, tells of the change, and is there again", async () => {
  let changes = 0;
  const preferences = await openPreferences(path, () => changes++);
  await preferences.change("a", { name: " Mine ", readOnly: true });
  await preferences.change("a", { colour: "#aabbcc" });
  expect(changes).toBe(2);
  const again = await openPreferences(path, () => {});
  expect(again.of("a")).toEqual({ name: "Mine", colour: "#aabbcc", readOnly: true });
  await again.change("a", { name: "", readOnly: false });
  expect(again.of("a")).toEqual({ colour: "#aabbcc" });
  await again.forget("a");
  expect(again.of("a")).toEqual({});
});

test("refuses what cannot be shown safely", async () => {
  const preferences = await openPreferences(path, () => {});
  for (const change of [{ colour: "red;background:url(x)" }, { name: "a\nb" }, { name: "x".repeat(61) }]) {
    await expect(preferences.change("a", change)).rejects.toThrow(RangeError);
  }
  expect(preferences.of("a")).toEqual({});
  expect(preferences.of("constructor")).toEqual({});
});

test("a damaged file is an empty one", async () => {
  writeFileSync(path, "{");
  expect((await openPreferences(path, () => {})).of("a")).toEqual({});
});
