import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Frame, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { frameFile } from "../scripts/lib/pictures/filmFrames.mjs";
import { type AxeRules, findBarriers } from "./axe.ts";
import { SMALL } from "./driver.ts";
import { isSample } from "./extent.ts";
import { findCutOff } from "./layout.ts";

const LARGE = { width: 1920, height: 1080 };
type Theme = "light" | "dark";
const isForPictures = process.env.ORRERY_PICTURES !== undefined;

/**
 * Checks the current view, and that of each pane, in a small light window and in a large dark one: no serious or
 * critical axe violation, nothing wider than the window, no control cut off. Layout depends on the size and is checked
 * in both; colours take axe longer than all other rules, so that each view has them checked in one of the themes.
 *
 * @param name name of the picture that `npm run pictures` makes of the small window
 * @param pictured themes in which the picture is made
 */
export async function inspect(page: Page, name: string, pictured: readonly Theme[] = ["light"]): Promise<void> {
  const rules = rulesFor(name);
  await look(page, name, { theme: "light", size: SMALL, rules: rules.light });
  if (pictured.includes("light")) await takePicture(page, `${name}-light`);
  if (isForPictures && pictured.includes("dark")) {
    await look(page, name, { theme: "dark", size: SMALL, rules: rules.dark });
    await takePicture(page, `${name}-dark`);
  }
  await page.setViewportSize(LARGE);
  await look(page, name, { theme: "dark", size: LARGE, rules: rules.dark });
  await page.setViewportSize(SMALL);
}

/** The rules of axe that run on a view in each theme: all; in a sample, about half of the views have their colours checked in the dark. */
function rulesFor(name: string): Record<Theme, AxeRules> {
  if (!isSample) return { light: "all", dark: "all" };
  return name.length % 2 === 0 ? { light: "all", dark: "none" } : { light: "structure", dark: "colours" };
}

/** Checks the view in a small and a large window: nothing wider than the window, no control cut off. */
export async function inspectLayout(page: Page, name: string): Promise<void> {
  for (const size of [LARGE, SMALL]) {
    await page.setViewportSize(size);
    expect(await inEachFrame(page, findCutOff), `${name}, ${size.width}×${size.height}`).toEqual([]);
  }
}

/**
 * Collects findings in the documents of a page, once they no longer change: in its main document, and in those of its
 * panes.
 */
async function inEachFrame(page: Page, find: (frame: Frame) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  for (const frame of page.frames()) {
    await settle(frame);
    const pane = frame.name();
    for (const line of await find(frame)) found.push(pane === "" ? line : `${pane} pane: ${line}`);
  }
  return found;
}

interface Look {
  readonly theme: Theme;
  readonly size: typeof SMALL;
  readonly rules: AxeRules;
}

async function look(page: Page, name: string, { theme, size, rules }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  const found = await inEachFrame(page, async (frame) => [
    ...(await findBarriers(frame, rules)),
    ...(await findCutOff(frame)),
  ]);
  expect(found, `${name}, ${theme}, ${size.width}×${size.height}`).toEqual([]);
}

/**
 * Checks the current view in the small window and one theme (nothing cut off, nothing wider than the window), and makes
 * the documentation's picture there.
 *
 * @param name name of the picture in docs/pictures, to which the theme is added
 */
export async function show(page: Page, name: string, theme: Theme = "light"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  // The pointer is moved away from everything.
  await page.mouse.move(0, 0);
  expect(await inEachFrame(page, findCutOff), `${name}, ${theme}`).toEqual([]);
  await takePicture(page, `${name}-${theme}`);
}

/** Saves a screenshot into the folder that ORRERY_PICTURES names, if it is set. */
async function takePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.ORRERY_PICTURES;
  // Toasts belong to earlier steps of the test.
  const style = ".toasts { visibility: hidden; }";
  if (!folder) return;
  await page.mouse.move(0, 0);
  await toTheTop(page);
  const restore = await nameHome(page);
  await page.screenshot({ path: join(folder, `${name}.png`), style });
  await restore();
}

/** Scrolls a page whose title is out of sight back to it. */
const toTheTop = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (let outer = document.querySelector("h1")?.parentElement; outer; outer = outer.parentElement)
      outer.scrollTop = 0;
  });

/**
 * Saves a screenshot of a part of the page as a frame of a film, if pictures are taken. `npm run pictures` joins the
 * frames into an animation with the film's name.
 */
export async function takeFrame(part: Locator, film: string, number: number): Promise<void> {
  const folder = process.env.ORRERY_PICTURES;
  if (!folder) return;
  await part.screenshot({ path: join(folder, frameFile(film, number)) });
}

/** Shows the product's temporary home folder as `~`. Resolves with a function that restores it. */
async function nameHome(page: Page): Promise<() => Promise<void>> {
  const handle = await page.evaluateHandle(
    (home) => {
      const pattern = new RegExp(`${home}(e2e|home)-[^/\\s]*`, "g");
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const changed: [Node, string][] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.nodeValue ?? "";
        const shown = text.replace(pattern, "~");
        if (shown === text) continue;
        changed.push([node, text]);
        node.nodeValue = shown;
      }
      return changed;
    },
    join(tmpdir(), "orrery-"),
  );
  return () =>
    handle.evaluate((changed) => {
      for (const [node, text] of changed) node.nodeValue = text;
    });
}

/**
 * Waits until the document has not changed for some frames, but at most a second: the text editor adopts a new theme
 * late. Finishes all transitions, because axe would measure a wrong contrast halfway between two themes.
 */
async function settle(page: Pick<Page, "evaluate">): Promise<void> {
  await page.evaluate(async () => {
    let isStill = false;
    const observer = new MutationObserver(() => {
      isStill = false;
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    for (let stillFrames = 0, frames = 0; stillFrames < 4 && frames < 60; frames++) {
      isStill = true;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      stillFrames = isStill ? stillFrames + 1 : 0;
    }
    observer.disconnect();
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
  });
}
