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

/** Milliseconds from the click on "New sandbox" to the card of the running sandbox; the median of three. */
export async function measureNewSandbox(browser) {
  const times = [];
  const button = browser.page.getByTestId("new-sandbox");
  for (let i = 0; i < 3; i++) {
    await button.waitFor();
    times.push(await button.evaluate(pressAndWait, CARD));
  }
  return median(times);
}

/** Runs in the page. The button is disabled until the previous click is answered. */
async function pressAndWait(button, card) {
  const until = async (isSo) => {
    const begun = performance.now();
    while (!isSo()) {
      if (performance.now() - begun > 60_000) throw new Error("no new sandbox after a minute");
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return performance.now() - begun;
  };
  const running = () => document.querySelectorAll(`${card}[data-state="running"]`).length;
  await until(() => !button.disabled);
  const before = running();
  button.click();
  return until(() => running() > before);
}
