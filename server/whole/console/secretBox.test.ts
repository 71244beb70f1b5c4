import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { plainBox, type SecretBox, secretFile } from "./secretBox.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-secret-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const reversing: SecretBox = {
  seal: (plain) => [...plain].reverse().join(""),
  open: (sealed) => [...sealed].reverse().join(""),
};

test("stores a value encrypted, readable by its owner only", async () => {
  const path = join(folder, "deep/er/secrets");
  const file = secretFile(path, reversing, { token: "" });
  expect(await file.read()).toEqual({ token: "" });
  await file.write({ token: "abc" });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8")).not.toContain("abc");
  expect(await file.read()).toEqual({ token: "abc" });
});

test("reports a value that cannot be decrypted without quoting it", async () => {
  const path = join(folder, "secrets");
  writeFileSync(path, "}hidden{");
  await expect(secretFile(path, plainBox, {}).read()).rejects.toThrow(/cannot be opened/);
  await expect(secretFile(path, plainBox, {}).read()).rejects.not.toThrow(/hidden/);
});
