import { expect, test } from "vitest";
import { fileFor } from "./staticFiles.ts";

test("finds files below the folder", () => {
  expect(fileFor("/srv/page", "/assets/a.js")).toBe("/srv/page/assets/a.js");
  expect(fileFor("/srv/page/", "/a%20b.svg")).toBe("/srv/page/a b.svg");
  expect(fileFor("/srv/page", "/")).toBeDefined();
});

test.each([
  "/../secret",
  "/..%2f..%2fsecret",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/a/../../page2/x",
  "/a%00.js",
  "/a\\..\\b",
  "/%zz",
])("refuses %s", (path) => {
  expect(fileFor("/srv/page", path)).toBeUndefined();
});

test("refuses a sibling folder that shares the prefix", () => {
  expect(fileFor("/srv/page", "/../page-secret/x")).toBeUndefined();
});
