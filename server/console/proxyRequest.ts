import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { statusBody } from "./answers.ts";
import type { Cluster } from "./cluster.ts";
import { requestHeaders, responseHeaders } from "./proxyHeaders.ts";
import type { Upstream } from "./upstream.ts";

/**
 * Forwards one request and streams the answer back as it comes (a watch never ends). The page hanging up ends the request to
 * the cluster. A cluster that cannot be reached is a 502 with a Status body.
 */
export async function proxyRequest(
  upstream: Upstream,
  cluster: Cluster,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const fail = (error: Error): void => {
    if (response.headersSent) response.destroy();
    else statusBody(response, 502, "BadGateway", `${cluster.name} cannot be reached: ${error.message}`);
  };
  let outgoing: ReturnType<Upstream["open"]>;
  try {
    const target = await cluster.target();
    const headers = requestHeaders(request.headers, target);
    outgoing = upstream.open(target, { method: request.method ?? "GET", path, headers });
  } catch (error) {
    return fail(error instanceof Error ? error : new Error(String(error)));
  }
  outgoing.on("response", (incoming) => {
    response.writeHead(incoming.statusCode ?? 502, responseHeaders(incoming.headers));
    response.flushHeaders();
    pipeline(incoming, response, () => outgoing.destroy());
  });
  outgoing.on("error", fail);
  response.on("close", () => outgoing.destroy());
  pipeline(request, outgoing, (error) => {
    if (error && !response.headersSent) outgoing.destroy();
  });
}
