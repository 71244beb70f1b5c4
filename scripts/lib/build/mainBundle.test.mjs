import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkMainBundle, mainBundle } from "./mainBundle.mjs";

const SIZE = 4000;
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-bundle-"));
  mkdirSync(join(folder, "assets"));
  // Random bytes cannot be compressed, so their size is known.
  for (const name of ["main.js", "shared.js", "lazy.js", "main.css"]) {
    writeFileSync(join(folder, "assets", name), randomBytes(SIZE));
  }
  writeFileSync(
    join(folder, "index.html"),
    `<link rel="icon" href="/assets/icon.svg"><script type="module" src="/assets/main.js"></script>
     <link rel="modulepreload" href="/assets/shared.js"><link rel="stylesheet" href="/assets/main.css">`,
  );
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("counts the files that the page references, and none that it loads lazily", () => {
  const { files, bytes } = mainBundle(folder);
  expect(files).toEqual(["assets/main.js", "assets/shared.js", "assets/main.css"]);
  expect(bytes).toBeGreaterThan(3 * SIZE);
  expect(bytes).toBeLessThan(3 * SIZE + 200);
});

it("refuses a page whose initial files are too large", () => {
  expect(() => checkMainBundle(folder)).not.toThrow();
  expect(() => checkMainBundle(folder, 2 * SIZE)).toThrow(/loads 12 KB \(gzip\) at once, more than 8 KB/);
});
