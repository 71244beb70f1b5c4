import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isStamped, writeStamp } from "../checks/sources.mjs";
import { tarMember } from "./clients.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-scripts-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** One member of a tar archive: header and padded content. */
function member(name, content) {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
  const padded = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  padded.write(content);
  return Buffer.concat([header, padded]);
}

test("extracts a member from a tar archive", () => {
  const tar = Buffer.concat([member("package/a", "x".repeat(700)), member("package/b", "wanted"), Buffer.alloc(1024)]);
  expect(Buffer.from(tarMember(tar, "package/b")).toString()).toBe("wanted");
  expect(Buffer.from(tarMember(tar, "package/a"))).toHaveLength(700);
  expect(() => tarMember(tar, "package/c")).toThrow("package/c");
});

test("a stamp distinguishes its hash from another one and from a missing one", () => {
  const stamp = join(folder, "deep/er/stamp");
  expect(isStamped(stamp, "abc")).toBe(false);
  writeStamp(stamp, "abc");
  expect(isStamped(stamp, "abc")).toBe(true);
  expect(isStamped(stamp, "abcd")).toBe(false);
  writeFileSync(stamp, "");
  expect(isStamped(stamp, "abc")).toBe(false);
});
