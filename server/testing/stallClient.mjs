import https from "node:https";
import { parentPort, workerData } from "node:worker_threads";

/**
 * A client in a separate thread, so that the cost of sending and receiving is not attributed to the server. Receives `{
 * method, path, headers, body }`, the body as bytes, and posts `{ status, head }` with the beginning of the answer.
 * Plain JavaScript, because Node starts it without the tests' compiler.
 */
const { url, ca } = workerData;
const agent = new https.Agent({ keepAlive: true, maxSockets: 1, ca });
/** Maximum number of bytes of an answer that are reported. */
const HEAD = 2000;

parentPort.on("message", ({ method, path, headers, body }) => {
  const request = https.request(url + path, { agent, method, headers }, (response) => {
    let head = "";
    response.on("data", (chunk) => {
      if (head.length < HEAD) head += chunk.toString("utf8", 0, HEAD);
    });
    response.on("end", () => parentPort.postMessage({ status: response.statusCode, head }));
    response.on("error", (error) => parentPort.postMessage({ status: 0, head: String(error) }));
  });
  request.on("error", (error) => parentPort.postMessage({ status: 0, head: String(error) }));
  request.end(body === undefined ? undefined : Buffer.from(body));
});
