import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { kubeconfigText } from "../../../access/authentication/kubeconfig.ts";
import { applyMerge, fileToWrite, MergeConflict, planMerge } from "./mergeIntoFile.ts";

let folder = "";
let file = "";
const addition = kubeconfigText({ server: "https://127.0.0.1:1", token: "hidden" });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-merge-"));
  file = join(folder, "config");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("applies the change as previewed, backs up the old file, both readable by the owner only", async () => {
  writeFileSync(file, "current-context: mine\n", { mode: 0o644 });
  const plan = await planMerge(file, addition, "a");
  expect(readFileSync(file, "utf8")).toBe("current-context: mine\n");
  expect(JSON.stringify(plan)).not.toContain("hidden");
  const backup = (await applyMerge(plan, addition, 0)) ?? "";
  expect(readFileSync(backup, "utf8")).toBe("current-context: mine\n");
  expect(readFileSync(file, "utf8")).toContain("hidden");
  for (const path of [file, backup]) expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.endsWith(".lock"))).toEqual([]);
});

test("creates a missing file with its folder", async () => {
  const deep = join(folder, "deep/config");
  expect(await applyMerge(await planMerge(deep, addition, "a"), addition, 0)).toBeUndefined();
  expect(existsSync(deep)).toBe(true);
});

test("leaves a file unchanged that has changed meanwhile or is locked", async () => {
  const plan = await planMerge(file, addition, "a");
  writeFileSync(file, "kind: Config\n");
  await expect(applyMerge(plan, addition, 0)).rejects.toThrow(MergeConflict);
  writeFileSync(`${file}.lock`, "");
  await expect(applyMerge(await planMerge(file, addition, "a"), addition, 0)).rejects.toThrow(/Another program/);
  expect(readFileSync(file, "utf8")).toBe("kind: Config\n");
  expect(existsSync(`${file}.lock`)).toBe(true);
});

test("writes to the file that other tools would use, and follows symbolic links", async () => {
  const link = join(folder, "link");
  writeFileSync(file, "");
  symlinkSync(file, link);
  expect(await fileToWrite([join(folder, "none"), link])).toBe(file);
  expect(await fileToWrite([join(folder, "none"), join(folder, "last")])).toBe(join(folder, "last"));
});
