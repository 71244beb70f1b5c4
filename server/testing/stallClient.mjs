import https from "node:https";
import { parentPort } from "node:worker_threads";

/**
 * A client in a separate thread, so that the cost of sending and receiving is not attributed to the server. Receives `{
 * url, ca, method, path, headers, body }`, the body as bytes, and posts `{ status, head }` with the beginning of the
 * answer. Each request has its own connection. Plain JavaScript, because Node starts it without the tests' compiler.
 */
/** Maximum number of bytes of an answer that are reported. */
const HEAD = 2000;

parentPort.on("message", ({ url, ca, method, path, headers, body }) => {
  const agent = new https.Agent({ keepAlive: true, ca });
  const tell = (status, head) => {
    agent.destroy();
    parentPort.postMessage({ status, head });
  };
  const fail = (error) => tell(0, String(error));
  const request = https.request(url + path, { agent, method, headers }, (response) => {
    let head = "";
    response.on("data", (chunk) => {
      if (head.length < HEAD) head += chunk.toString("utf8", 0, HEAD);
    });
    response.on("end", () => tell(response.statusCode, head));
    response.on("error", fail);
  });
  request.on("error", fail);
  request.end(body === undefined ? undefined : Buffer.from(body));
});
