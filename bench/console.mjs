#!/usr/bin/env node
// Measures the built console in a real Chromium and writes console.md: `npm run bench -- console` (`--quick` for a
// smoke test).
import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { mainBundle } from "../scripts/lib/build/mainBundle.mjs";
import { openBrowser } from "./console/browser.mjs";
import { measureFirstRows, openList, remoteCluster } from "./console/firstRows.mjs";
import { drag, measureFrames, PLAIN_PAGE, wheel } from "./console/frames.mjs";
import { measureFirstPaint, measureNewSandbox } from "./console/home.mjs";
import { measureChurn, measureEvents, measureQuiet } from "./console/live.mjs";
import { measureOrreries } from "./console/orrery.mjs";
import { fill, makeNamespaces, openApi } from "./console/pods.mjs";
import { makeHome, startConsole } from "./console/product.mjs";
import { report } from "./console/report.mjs";
import { startStandIn } from "./console/standIn.mjs";
import { measureViews } from "./console/views.mjs";

const quick = process.argv.includes("--quick");
const [some, all, churned, seconds] = quick ? [1_200, 2_400, 10_000, 1] : [10_000, 50_000, 360_000, 5];
const WHEEL_SPEED = 3000;
const VIEWS = [
  { name: "as it comes", query: "" },
  { name: "sorted by a changing column", query: "?sort=Restarts" },
  { name: "filtered, the youngest first", query: "?q=pod&sort=Age" },
];

/** Load average of the last five minutes: a measure of other work on the machine. */
const [, load] = loadavg();
const begun = performance.now();
const say = (text) => console.error(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}`);
/** Clean-up functions, run in reverse order, however the run ends. */
const opened = [];
const open = async (thing, close) => {
  const value = await thing;
  opened.push(() => close(value));
  return value;
};

async function measure() {
  const figures = { bundle: mainBundle(fileURLToPath(new URL("../dist/renderer", import.meta.url))).bytes };
  const home = await open(makeHome(), (it) => it.remove());
  const standIn = await open(startStandIn(home), (it) => it.stop());
  say("starting the product, twice");
  await (await open(startConsole(home), (it) => it.stop())).stop();
  const product = await open(startConsole(home), (it) => it.stop());
  figures.start = product.startMs;
  const api = await open(openApi(product.apiServer), (it) => it.close());
  const browser = await open(openBrowser(), (it) => it.close());
  figures.paint = await measureFirstPaint(browser, product.openUrl);
  say(`making ${some} pods`);
  await makeNamespaces(api);
  await fill(api, 0, some);
  figures.some = { pods: some, ...(await measureFirstRows(browser)) };
  say("the overview and the map");
  figures.views = { pods: some, ...(await measureViews(browser, some)) };
  say("a list of a thousand pods");
  figures.quiet = await measureQuiet(browser, api, { perSecond: 10, seconds });
  say(`making ${all - some} more`);
  await fill(api, some, all);
  figures.all = { pods: all, ...(await measureFirstRows(browser)) };
  figures.heap = await browser.heap();
  say("scrolling");
  const table = await openList(browser, "sandbox");
  figures.wheel = await measureFrames(browser, () => wheel(browser, table, seconds, WHEEL_SPEED));
  figures.drag = await measureFrames(browser, () => drag(browser, table, seconds));
  say("events");
  await standIn.use(api);
  const remote = await remoteCluster(browser);
  figures.events = [];
  for (const { name, query } of VIEWS) {
    figures.events.push({ name, ...(await measureEvents(browser, standIn, remote, { query, seconds })) });
  }
  say(`${churned} events`);
  figures.churn = { events: churned, ...(await measureChurn(browser, standIn, remote, churned)) };
  say("the live view");
  const ownHome = await open(makeHome(), (it) => it.remove());
  const own = await open(startConsole(ownHome), (it) => it.stop());
  const shown = new URL("/", browser.page.url()).href;
  figures.orrery = await measureOrreries(browser, own, { nodes: quick ? 100 : 1_000, pods: some, seconds });
  await own.stop();
  say("new sandboxes, and a plain page");
  figures.sandbox = await measureNewSandbox(browser, shown);
  await browser.page.goto("about:blank");
  await browser.page.setContent(PLAIN_PAGE);
  figures.plain = await measureFrames(browser, () => wheel(browser, "main", seconds, WHEEL_SPEED));
  return report(figures, { browser: browser.version, graphics: await browser.graphics(), load });
}

let closing;
const closeAll = () => {
  closing ??= (async () => {
    for (const close of opened.splice(0).reverse()) {
      await Promise.resolve(close()).catch((error) => console.error(error));
    }
  })();
  return closing;
};

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void closeAll().then(() => process.exit(130)));
try {
  const text = await measure();
  console.log(text);
  if (!quick) {
    writeFileSync(new URL("console.md", import.meta.url), text);
    say(`written to ${resolve("bench/console.md")}`);
  }
} finally {
  await closeAll();
}
