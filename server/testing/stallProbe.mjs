import https from "node:https";
import { parentPort } from "node:worker_threads";

/**
 * Requests one path continuously on a separate connection until it is told to stop, and reports the longest latency.
 * Runs in a separate thread: the thread of the test also runs the server, and a stall would stop its measurement, too.
 * Plain JavaScript, because Node starts it without the tests' compiler.
 *
 * Receives `{ url, ca, headers }`, and posts `"asking"` after the first answer, which includes the handshake and is not
 * measured. At the next message it stops, and posts `{ longest, probes }`: milliseconds, and the number of answered
 * requests. Then it is ready for another server.
 */
/**
 * Milliseconds between an answer and the next request: the probe should measure, not cause load. A stall is many times
 * longer.
 */
const PAUSE = 20;

const ask = (url, options) =>
  new Promise((resolve, reject) => {
    const asked = performance.now();
    https
      .get(url, options, (response) => {
        response.resume();
        response.on("end", () => resolve(performance.now() - asked));
        response.on("error", reject);
      })
      .on("error", reject);
  });

async function probe({ url, ca, headers }, stopped) {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1, ca });
  const options = { agent, headers };
  let longest = 0;
  let probes = 0;
  await ask(url, options);
  parentPort.postMessage("asking");
  while (!stopped.aborted) {
    longest = Math.max(longest, await ask(url, options));
    probes += 1;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  agent.destroy();
  parentPort.postMessage({ longest, probes });
}

let running;
parentPort.on("message", (message) => {
  if (message === "stop") return running.abort();
  running = new AbortController();
  void probe(message, running.signal);
});
