import { median } from "../lib/median.mjs";

const CARD = '[data-testid="clusters"] [data-testid^="cluster-"]';

/** Milliseconds from the navigation to the first paint with content: with an empty cache, and the median with a warm one. */
export async function measureFirstPaint(browser, openUrl) {
  const { page } = browser;
  await page.goto(openUrl);
  const cold = await firstPaint(page);
  const warm = [];
  for (let i = 0; i < 5; i++) {
    await page.goto(new URL("/", page.url()).href);
    warm.push(await firstPaint(page));
  }
  return { cold, warm: median(warm) };
}

async function firstPaint(page) {
  await page.locator(CARD).first().waitFor();
  return page.evaluate(
    () =>
      performance.getEntriesByType("paint").find(({ name }) => name === "first-contentful-paint")?.startTime ??
      Number.NaN,
  );
}

/**
 * Milliseconds from the click on "New sandbox" to the overview of the running sandbox, which the console opens; the median
 * of three.
 *
 * @param {string} home address of the home page
 */
export async function measureNewSandbox(browser, home) {
  const times = [];
  for (let i = 0; i < 3; i++) {
    await browser.page.goto(home);
    await browser.page.locator(`${CARD}[data-state="running"]`).first().waitFor();
    times.push(await browser.page.getByTestId("new-sandbox").evaluate(pressAndWait, '[data-testid="overview"]'));
  }
  return median(times);
}

/** Runs in the page. */
async function pressAndWait(button, shown) {
  const begun = performance.now();
  button.click();
  while (document.querySelector(shown) === null) {
    if (performance.now() - begun > 60_000) throw new Error("no new sandbox after a minute");
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return performance.now() - begun;
}
