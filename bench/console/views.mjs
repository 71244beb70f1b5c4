import { median } from "../lib/median.mjs";
import { visit } from "./firstRows.mjs";
import { SMALL } from "./pods.mjs";

/**
 * Milliseconds from the last byte that a view was waiting for to the frame that shows all of it; the median of three.
 *
 * @param {{ link: string, from: string, shown: string, text?: string }} view the link to it, the page with that link,
 *   and the element (with its text) that exists once everything is shown
 */
async function measureAfterData(browser, { link, from, shown, text }) {
  const after = [];
  for (let i = 0; i < 3; i++) {
    await visit(browser, from);
    const anchor = browser.page.locator(link);
    await anchor.waitFor();
    after.push(await anchor.evaluate(pressAndWait, { shown, text }));
  }
  return median(after);
}

/** The overview of all pods, and the map of the small namespace. */
export const measureViews = async (browser, pods) => ({
  overview: await measureAfterData(browser, {
    link: '[data-testid="side-overview"]',
    from: "/c/sandbox/core/v1/namespaces",
    shown: '[data-testid="kind-Pod"] .kindCount',
    text: pods.toLocaleString("en"),
  }),
  map: await measureAfterData(browser, {
    link: '[data-testid="side-map"]',
    from: `/c/sandbox/core/v1/configmaps?ns=${SMALL}`,
    shown: '[data-testid="map-thing"], [data-testid="map-folded"]',
  }),
});

/** Runs in the page. */
async function pressAndWait(link, { shown, text }) {
  const begun = performance.now();
  performance.clearResourceTimings();
  performance.setResourceTimingBufferSize(5000);
  link.click();
  const isShown = () => {
    const found = document.querySelector(shown);
    return found !== null && (text === undefined || found.textContent === text);
  };
  while (!isShown()) {
    if (performance.now() - begun > 120_000) throw new Error(`no ${shown} after two minutes`);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const painted = performance.now();
  const answers = performance.getEntriesByType("resource").filter(({ name }) => /\/clusters\/[^/]+\/api/.test(name));
  return painted - Math.max(...answers.map(({ responseEnd }) => responseEnd).filter((end) => end <= painted));
}
