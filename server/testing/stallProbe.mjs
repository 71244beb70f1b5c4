import https from "node:https";
import { parentPort, workerData } from "node:worker_threads";

/**
 * Requests one path continuously on a separate connection until it is told to stop, and reports the longest latency.
 * Runs in a separate thread: the thread of the test also runs the server, and a stall would stop its measurement, too.
 * Plain JavaScript, because Node starts it without the tests' compiler.
 *
 * Posts `"asking"` after the first answer, which includes the handshake and is not measured, and at the end `{ longest,
 * probes }`: milliseconds, and the number of answered requests.
 */
const { url, ca, headers } = workerData;
const agent = new https.Agent({ keepAlive: true, maxSockets: 1, ca });
/**
 * Milliseconds between an answer and the next request: the probe should measure, not cause load. A stall is many times
 * longer.
 */
const PAUSE = 20;

let longest = 0;
let probes = 0;
let asked = 0;
let stopping = false;

const ask = () =>
  new Promise((resolve, reject) => {
    asked = performance.now();
    https
      .get(url, { agent, headers }, (response) => {
        response.resume();
        response.on("end", resolve);
        response.on("error", reject);
      })
      .on("error", reject);
  });

parentPort.on("message", () => {
  stopping = true;
});

await ask();
parentPort.postMessage("asking");
while (!stopping) {
  await ask();
  longest = Math.max(longest, performance.now() - asked);
  probes += 1;
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
}
agent.destroy();
parentPort.postMessage({ longest, probes });
parentPort.close();
