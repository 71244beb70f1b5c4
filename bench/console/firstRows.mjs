import { median } from "../lib/median.mjs";

const TABLE = '[data-testid="resource-table"]';

/** Navigates to a view of the console by its address. */
export const visit = (browser, path) => browser.page.goto(new URL(path, browser.page.url()).href);

/** Opens a list and waits until all of it is loaded and the watch is open. */
export async function openList(browser, cluster, query = "") {
  await visit(browser, `/c/${cluster}/core/v1/pods${query}`);
  await browser.page.locator('[data-testid="list-state"][data-phase="live"]').waitFor();
  return TABLE;
}

/** The only cluster that is not a sandbox: the stand-in cluster. */
export const remoteCluster = (browser) =>
  browser.page.evaluate(async () => {
    const clusters = await (await fetch("/host/clusters")).json();
    return clusters.find(({ kind }) => kind === "remote").id;
  });

/**
 * Milliseconds from the click on "Pods" in the sidebar to the frame that shows rows, and to the fully loaded list; the
 * median of three.
 */
export async function measureFirstRows(browser) {
  const rows = [];
  const whole = [];
  for (let i = 0; i < 3; i++) {
    await visit(browser, "/c/sandbox/core/v1/namespaces");
    const link = browser.page.getByTestId("sidebar").getByRole("link", { name: "Pods", exact: true });
    await link.waitFor();
    const seen = await link.evaluate(pressAndWait);
    rows.push(seen.rows);
    whole.push(seen.whole);
  }
  return { rows: median(rows), whole: median(whole) };
}

/** Runs in the page. */
async function pressAndWait(link) {
  const begun = performance.now();
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const until = async (selector) => {
    while (document.querySelector(selector) === null) {
      if (performance.now() - begun > 120_000) throw new Error(`no ${selector} after two minutes`);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await painted();
    return performance.now() - begun;
  };
  link.click();
  // The rows shown before are namespaces, which are cluster-scoped.
  const rows = await until('[data-testid="table-row"]:not([data-namespace=""])');
  const whole = await until('[data-testid="list-state"][data-phase="live"]');
  return { rows, whole };
}
