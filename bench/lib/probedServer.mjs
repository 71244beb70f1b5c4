// A server whose event loop is measured: `node probedServer.mjs <folder of parts> <data folder> <options>`, controlled
// by messages.
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { pathToFileURL } from "node:url";

const [folder, dataDir, options] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href);
const [{ startServer }, { DEFAULT_OPTIONS }] = await Promise.all(["server", "options"].map(load));
const running = await startServer({
  ...DEFAULT_OPTIONS,
  ...JSON.parse(options),
  dataDir,
  securePort: 0,
  tokenAuthFile: join(dataDir, "tokens.csv"),
});
/** Delay in milliseconds of the timers that measure the event loop. */
const RESOLUTION = 1;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();

/**
 * Processor time of this thread in milliseconds, which excludes the time of other threads and processes. Available on
 * Linux.
 */
function processorTime() {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}
let busiest = 0;
let before = processorTime();
setInterval(() => {
  const now = processorTime();
  if (now - before > busiest) busiest = now - before;
  before = now;
}, RESOLUTION);

process.on("message", async ({ type, during, seconds }) => {
  if (type === "reset") {
    delay.reset();
    busiest = 0;
    process.send({});
  } else if (type === "watch") {
    const over = new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    if (during === "snapshot") {
      const copy = join(dataDir, "copy.db");
      await running.snapshot(copy);
      // Not on this thread: the system takes tens of milliseconds to free a large file.
      await rm(copy);
    }
    await over;
    process.send({ longest: delay.max / 1e6 - RESOLUTION, busiest });
  } else {
    await running.stop();
    process.exit();
  }
});
process.send({ url: running.url, headers: { authorization: "Bearer bench-token" } });
