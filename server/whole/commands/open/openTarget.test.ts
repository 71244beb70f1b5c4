import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTarget } from "./openTarget.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-open-"));
  writeFileSync(join(folder, "web.yaml"), "kind: Service\n");
  writeFileSync(join(folder, "LIST.JSON"), "{}");
  mkdirSync(join(folder, "folder.yaml"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  [undefined, "/"],
  ["/", "/"],
  ["/c/sandbox/core/v1/pods?ns=dev", "/c/sandbox/core/v1/pods?ns=dev"],
  ["http://127.0.0.1:4000/c/sandbox", "/c/sandbox"],
  ["http://localhost:4000/", "/"],
  ["orrery://open/c/sandbox/access", "/c/sandbox/access"],
])("%s is a view", async (word, path) => {
  expect(await openTarget(word, "sandbox")).toEqual({ path });
});

test.each(["web.yaml", "LIST.JSON"])("%s is a file", async (name) => {
  expect(await openTarget(join(folder, name), "dev")).toMatchObject({ cluster: "dev", text: expect.any(String) });
});

test.each([
  "nothing",
  "https://evil.example/c/sandbox",
  "http://127.0.0.1.evil.example/c/sandbox",
  "http://127.0.0.1:4000@evil.example/c/x",
  "http://evil.example/a.yaml",
  "orrery://elsewhere/c/x",
  "/etc/passwd",
])("%s is neither", async (word) => {
  await expect(openTarget(word, "sandbox")).rejects.toThrow("is neither a view of the console");
});

test("reports a file that is missing or too large", async () => {
  await expect(openTarget(join(folder, "absent.yml"), "x")).rejects.toThrow("there is no file");
  await expect(openTarget(join(folder, "folder.yaml"), "x")).rejects.toThrow("there is no file");
  writeFileSync(join(folder, "large.yaml"), Buffer.alloc(4 * 1024 * 1024 + 1, "#"));
  await expect(openTarget(join(folder, "large.yaml"), "x")).rejects.toThrow("at most 4 MiB");
});
