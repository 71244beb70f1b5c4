import https from "node:https";
import { parentPort, workerData } from "node:worker_threads";

/**
 * Asks one path over and over on a connection of its own until it is told to stop, and tells the longest time that an
 * answer took. Runs in a thread of its own: the thread of the test serves, too, and would stop the clock with it. Plain
 * JavaScript, because Node starts it without what compiles the tests.
 *
 * Posts `"asking"` after the first answer, which includes the handshake and does not count, and at the end
 * `{ longest, probes }`: milliseconds, and how many requests were answered.
 */
const { url, ca, headers } = workerData;
const agent = new https.Agent({ keepAlive: true, maxSockets: 1, ca });
/** Milliseconds between an answer and the next question: the probe shall watch, not load. A stall is many times longer. */
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
