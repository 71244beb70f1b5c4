#!/usr/bin/env node
// `npm run pictures`: builds the product, drives it through specs, and saves those of their screenshots in
// docs/pictures that a page of the documentation shows. With arguments, runs only the spec files whose path contains
// one of them: `npm run pictures -- gallery`.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle } from "./lib/build/bundle.mjs";
import { root } from "./lib/paths.mjs";
import { FRAME_MS, filmOf } from "./lib/pictures/filmFrames.mjs";
import { webpOf } from "./lib/pictures/webp.mjs";
import { animationOf } from "./lib/pictures/webpAnimation.mjs";
import { findBrowser } from "./lib/programs/browser.mjs";
import { findClients } from "./lib/programs/clients.mjs";
import { runVitest } from "./lib/stages/vitestRun.mjs";

/** Timeout in milliseconds for all specs, which run one at a time. */
const TIMEOUT = 2_400_000;

/** Specs that make the pictures. */
const SPECS = ["e2e/pictures/", "clusters/clusters.test", "objects/helm.test"];

const say = (line) => console.log(`  ${line}`);
const wanted = process.argv.slice(2);
const kept = join(root, "docs/pictures");
const taken = mkdtempSync(join(tmpdir(), "orrery-pictures-"));
try {
  await bundle({ say });
  const browser = await findBrowser(say);
  const { helm } = findClients(say);
  const programs = Object.entries({ CHROMIUM: browser, HELM: helm }).filter(([, path]) => path !== undefined);
  const env = { ORRERY_PICTURES: taken, ...Object.fromEntries(programs) };
  const files = wanted.length === 0 ? SPECS : wanted;
  const { passed, failed, detail } = await runVitest(["--config", "e2e/vitest.config.ts", ...files], {
    env,
    timeout: TIMEOUT,
  });
  say(`${passed} specs passed, ${failed} failed`);
  if (failed > 0) {
    console.error(detail);
    process.exitCode = 1;
  } else {
    await keepPictures(browser);
  }
} finally {
  rmSync(taken, { recursive: true, force: true });
}

/** The names of the pictures that the documentation shows. */
function shownNames() {
  const docs = join(root, "docs");
  const pages = readdirSync(docs, { recursive: true }).filter((name) => name.endsWith(".md"));
  const texts = [join(root, "README.md"), ...pages.map((name) => join(docs, name))].map((path) =>
    readFileSync(path, "utf8"),
  );
  return new Set(texts.flatMap((text) => [...text.matchAll(/pictures\/([\w-]+)\.webp/g)].map(([, name]) => name)));
}

/**
 * Replaces the saved pictures: all of them when all specs ran, so that no picture of a removed page remains. Throws if
 * those specs did not take a picture that the documentation shows.
 */
async function keepPictures(executablePath) {
  const all = readdirSync(taken).sort();
  const shown = shownNames();
  if (wanted.length === 0) {
    const names = new Set(all.map((name) => filmOf(name) ?? name.replace(/\.png$/, "")));
    const missing = [...shown].filter((name) => !names.has(name));
    if (missing.length > 0) throw new Error(`no spec took the pictures ${missing.join(", ")}`);
    rmSync(kept, { recursive: true, force: true });
  }
  mkdirSync(kept, { recursive: true });
  await keepFilms(
    all.filter((name) => filmOf(name) !== undefined),
    executablePath,
  );
  const names = all.filter((name) => filmOf(name) === undefined && shown.has(name.replace(/\.png$/, "")));
  const pictures = await webpOf(
    names.map((name) => readFileSync(join(taken, name))),
    executablePath,
  );
  for (const [index, picture] of pictures.entries()) {
    writeFileSync(join(kept, (names[index] ?? "").replace(/png$/, "webp")), picture);
  }
  const bytes = readdirSync(kept).reduce((sum, name) => sum + statSync(join(kept, name)).size, 0);
  say(`${names.length} pictures taken; docs/pictures has ${(bytes / 2 ** 20).toFixed(1)} MiB`);
}

/** Joins the frames of each film into one animation. */
async function keepFilms(frames, executablePath) {
  for (const film of new Set(frames.map(filmOf))) {
    const own = frames.filter((name) => filmOf(name) === film);
    const pngs = own.map((name) => readFileSync(join(taken, name)));
    const animation = await animationOf(pngs, FRAME_MS, executablePath);
    writeFileSync(join(kept, `${film}.webp`), animation);
    say(`${film}: ${own.length} frames, ${(animation.length / 2 ** 20).toFixed(1)} MiB`);
  }
}
