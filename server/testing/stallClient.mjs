import https from "node:https";
import { parentPort } from "node:worker_threads";

/**
 * A client in a separate thread, so that the cost of sending and receiving is not attributed to the server. Receives `{
 * url, ca, method, path, headers, body, times }`, the body as bytes, sends the request `times` times at once, and posts
 * the answers as `[{ status, head }]` with the beginning of each. Each request has its own connection. Plain JavaScript,
 * because Node starts it without the tests' compiler.
 */
/** Maximum number of bytes of an answer that are reported. */
const HEAD = 2000;

const ask = (url, options, body) =>
  new Promise((resolve) => {
    const fail = (error) => resolve({ status: 0, head: String(error) });
    const request = https.request(url, options, (response) => {
      let head = "";
      response.on("data", (chunk) => {
        if (head.length < HEAD) head += chunk.toString("utf8", 0, HEAD);
      });
      response.on("end", () => resolve({ status: response.statusCode, head }));
      response.on("error", fail);
    });
    request.on("error", fail);
    request.end(body === undefined ? undefined : Buffer.from(body));
  });

parentPort.on("message", async ({ url, ca, method, path, headers, body, times }) => {
  const agent = new https.Agent({ keepAlive: true, ca });
  const asked = Array.from({ length: times }, () => ask(url + path, { agent, method, headers }, body));
  const answers = await Promise.all(asked);
  agent.destroy();
  parentPort.postMessage(answers);
});
