import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

/**
 * Maximum compressed bytes that the page loads before it shows anything; the editor and other views are loaded later.
 */
export const MAIN_BUNDLE_LIMIT = 350_000;

/**
 * The files that a built page loads at its start: the scripts and style sheets that its HTML names, including preloaded
 * modules.
 *
 * @param {string} folder folder of the built page
 * @returns {{ files: string[], bytes: number }} bytes after gzip
 */
export function mainBundle(folder) {
  const html = readFileSync(`${folder}/index.html`, "utf8");
  const files = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file);
  const bytes = files.reduce((total, file) => total + gzipSync(readFileSync(`${folder}/${file}`)).length, 0);
  return { files, bytes };
}

/** @throws Error when the page loads more than the limit at its start */
export function checkMainBundle(folder, limit = MAIN_BUNDLE_LIMIT) {
  const { bytes } = mainBundle(folder);
  if (bytes <= limit) return;
  const kb = (n) => `${Math.round(n / 1000)} KB`;
  throw new Error(
    `the page loads ${kb(bytes)} (gzip) at once, more than ${kb(limit)}: load what few need on first use`,
  );
}
