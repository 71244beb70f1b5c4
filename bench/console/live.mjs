import { openList } from "./firstRows.mjs";
import { measureFrames } from "./frames.mjs";
import { changeSlowly, SMALL } from "./pods.mjs";

const EVENTS_PER_SECOND = 1000;

/** Frames while a list of all pods receives a thousand events per second, with the sort order and filter of `query`. */
export async function measureEvents(browser, standIn, cluster, { query, seconds }) {
  await openList(browser, cluster, query);
  await browser.page.waitForTimeout(300);
  let run;
  const frames = await measureFrames(browser, async () => {
    run = await standIn.run(EVENTS_PER_SECOND * seconds, EVENTS_PER_SECOND);
  });
  await untilShown(browser, run.last);
  return { ...frames, events: run.rate };
}

/** Live heap in MB before and after a stream of events, sent as fast as the page reads them. */
export async function measureChurn(browser, standIn, cluster, events) {
  await openList(browser, cluster);
  await browser.page.waitForTimeout(300);
  // The first events run code that is not compiled yet; they are excluded.
  await untilShown(browser, (await standIn.run(events / 20, Number.POSITIVE_INFINITY)).last);
  const before = await browser.heap();
  const begun = performance.now();
  await untilShown(browser, (await standIn.run(events, Number.POSITIVE_INFINITY)).last);
  const seconds = (performance.now() - begun) / 1000;
  return { before, after: await browser.heap(), rate: events / seconds };
}

/** The last pod of a run sorts first: once it is shown, the page has processed all earlier events. */
const untilShown = (browser, name) => browser.page.locator(`[data-name="${name}"]`).waitFor({ state: "attached" });

/**
 * Shares of one core that the browser uses for a list of a thousand pods: while nothing changes, and while some pods
 * change.
 */
export async function measureQuiet(browser, api, { perSecond, seconds }) {
  await openList(browser, "sandbox", `?ns=${SMALL}`);
  await browser.page.waitForTimeout(1000);
  const still = await shares(browser, seconds);
  const stop = changeSlowly(api, perSecond);
  const changing = await shares(browser, seconds);
  stop();
  return { still, changing };
}

/** The shares of the page's process and of the GPU process. */
export async function shares(browser, seconds) {
  const before = await browser.processorTime();
  await browser.page.waitForTimeout(seconds * 1000);
  const after = await browser.processorTime();
  return { page: (after.renderer - before.renderer) / seconds, painting: (after.gpu - before.gpu) / seconds };
}
