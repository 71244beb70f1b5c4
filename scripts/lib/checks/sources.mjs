import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../paths.mjs";

const SKIPPED = new Set(["node_modules", "dist", "generated"]);

function* files(path) {
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (SKIPPED.has(entry.name)) continue;
    const full = join(path, entry.name);
    if (entry.isDirectory()) yield* files(full);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield full;
  }
}

/**
 * One hash over the contents of files and folders, given relative to the root. Contents are hashed instead of times, so
 * that a fresh clone, a branch switch and a copied folder all give the right answer. Tests are excluded, because they
 * are not built.
 */
export function hashSources(paths) {
  const hash = createHash("sha256");
  for (const path of paths) {
    const full = join(root, path);
    if (!existsSync(full)) continue;
    let list;
    try {
      list = [...files(full)];
    } catch {
      list = [full];
    }
    for (const file of list) hash.update(file.slice(root.length)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

/** Whether `stamp` (a file path) records `hash`. */
export function isStamped(stamp, hash) {
  return existsSync(stamp) && readFileSync(stamp, "utf8").trim() === hash;
}

/** Records `hash` in the file `stamp`. */
export function writeStamp(stamp, hash) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, `${hash}\n`);
}
