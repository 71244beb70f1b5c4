import { chromium } from "playwright-core";
import { findBrowser } from "../../scripts/lib/programs/browser.mjs";

const ARGUMENTS = ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--no-first-run"];
const VIEWPORT = { width: 1440, height: 900 };

/** A Chromium with one page, and measurements that are taken from outside of the page. */
export async function openBrowser() {
  const executablePath = await findBrowser(console.error);
  if (executablePath === undefined) throw new Error("There is no Chromium; set CHROMIUM to the path of one.");
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage();
  page.setDefaultTimeout(90_000);
  const system = await browser.newBrowserCDPSession();
  const session = await page.context().newCDPSession(page);
  // With thread ticks, the figures are processor time of the page's main thread, independent of other load.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return {
    browser,
    page,
    session,
    /** Live JavaScript heap after a garbage collection, in MB. */
    async heap() {
      for (let i = 0; i < 2; i++) await session.send("HeapProfiler.collectGarbage");
      return (await session.send("Runtime.getHeapUsage")).usedSize / 1e6;
    },
    /** Seconds of processor time so far: of the main thread by kind of work, and of the processes. */
    async processorTime() {
      const { metrics } = await session.send("Performance.getMetrics");
      const of = (name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
      const { processInfo } = await system.send("SystemInfo.getProcessInfo");
      const sum = (type) =>
        processInfo.filter((info) => info.type === type).reduce((total, { cpuTime }) => total + cpuTime, 0);
      return {
        task: of("TaskDuration"),
        script: of("ScriptDuration"),
        style: of("RecalcStyleDuration"),
        layout: of("LayoutDuration"),
        renderer: sum("renderer"),
        gpu: sum("GPU"),
      };
    },
    /** The browser's own description of GPU compositing and rasterisation. */
    async graphics() {
      const { gpu } = await system.send("SystemInfo.getInfo");
      return `compositing ${gpu.featureStatus?.gpu_compositing ?? "?"}, painting ${gpu.featureStatus?.rasterization ?? "?"}`;
    },
    version: browser.version(),
    close: () => browser.close(),
  };
}
