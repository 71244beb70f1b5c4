import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DataFolderError } from "../../store/storage/dataFolderError.ts";
import { openPreferences } from "./preferences.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-preferences-"));
  path = join(folder, "preferences.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("merges changes, reports them, and reloads them from the file", async () => {
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

test("refuses values that cannot be displayed safely", async () => {
  const preferences = await openPreferences(path, () => {});
  for (const change of [
    { colour: "red;background:url(x)" },
    { name: "a\nb" },
    { name: "x".repeat(61) },
    { namespaces: ["a/b"] },
    { namespaces: Array.from({ length: 101 }, (_, i) => `n${i}`) },
    { proxy: "socks5://127.0.0.1:1" },
    { proxy: "http://me:secret@proxy:3128" },
    { proxy: "proxy" },
    { memoryHours: -1 },
    { memoryHours: 1.5 },
    { memoryMegabytes: 3 },
  ]) {
    await expect(preferences.change("a", change)).rejects.toThrow(RangeError);
  }
  expect(preferences.of("a")).toEqual({});
  expect(preferences.of("constructor")).toEqual({});
});

test("keeps namespaces and a proxy, and drops empty ones", async () => {
  const preferences = await openPreferences(path, () => {});
  await preferences.change("a", { namespaces: ["shop", "dev", "shop"], proxy: " http://proxy:3128/ " });
  expect(preferences.of("a")).toEqual({ namespaces: ["shop", "dev"], proxy: "http://proxy:3128" });
  await preferences.change("a", { namespaces: [], proxy: "" });
  expect(preferences.of("a")).toEqual({});
});

test("ignores an invalid preference in the file", async () => {
  writeFileSync(path, JSON.stringify({ a: { namespaces: "shop" }, b: { colour: "blue" }, c: { name: "C" }, d: null }));
  const preferences = await openPreferences(path, () => {});
  expect(["a", "b", "c", "d"].map(preferences.of)).toEqual([{}, {}, { name: "C" }, {}]);
});

test("ignores only the invalid preferences of a cluster, and keeps the others", async () => {
  writeFileSync(path, JSON.stringify({ a: { colour: "blue", readOnly: true, name: "A" } }));
  expect((await openPreferences(path, () => {})).of("a")).toEqual({ readOnly: true, name: "A" });
});

test.each(["", "{", '{"a":{"readOnly":tr', "null", "[]"])(
  "reports a file with %j as damaged, and leaves it unchanged",
  async (text) => {
    writeFileSync(path, text);
    await expect(openPreferences(path, () => {})).rejects.toThrow(DataFolderError);
    expect(readFileSync(path, "utf8")).toBe(text);
  },
);
