import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { refuseUpgrade } from "./answers.ts";
import type { Cluster } from "./cluster.ts";
import { takeAccept } from "./clusterPath.ts";
import { requestHeaders, responseHeaders } from "./proxyHeaders.ts";
import type { Upstream } from "./upstream.ts";

/**
 * Forwards a WebSocket: the handshake with the cluster's credentials, then bytes both ways. The frames are not read, so
 * every subprotocol works. When the cluster answers with anything but 101, that answer goes to the page.
 */
export async function proxyUpgrade(
  upstream: Upstream,
  cluster: Cluster,
  clusterPath: string,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on("error", () => socket.destroy());
  const unreachable = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    refuseUpgrade(socket, 502, `${cluster.name} cannot be reached: ${reason}`);
  };
  let outgoing: ReturnType<Upstream["open"]>;
  try {
    const target = await cluster.target();
    const { path, accept } = takeAccept(clusterPath);
    const headers = { ...requestHeaders(request.headers, target), connection: "Upgrade", upgrade: "websocket" };
    outgoing = upstream.open(
      target,
      { method: "GET", path, headers: accept === undefined ? headers : { ...headers, accept } },
      { agentless: true },
    );
  } catch (error) {
    return unreachable(error);
  }
  socket.on("close", () => outgoing.destroy());
  outgoing.on("error", unreachable);
  outgoing.on("response", (answer) => {
    const lines = headerLines(responseHeaders(answer.headers));
    socket.write(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n${lines}connection: close\r\n\r\n`);
    answer.pipe(socket);
  });
  outgoing.on("upgrade", (answer, upstreamSocket, upstreamHead) => {
    const lines = headerLines(responseHeaders(answer.headers));
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines}connection: Upgrade\r\nupgrade: websocket\r\n\r\n`);
    socket.write(upstreamHead);
    upstreamSocket.write(head);
    upstreamSocket.on("error", () => socket.destroy());
    upstreamSocket.on("close", () => socket.destroy());
    socket.on("close", () => upstreamSocket.destroy());
    upstreamSocket.pipe(socket).pipe(upstreamSocket);
  });
  outgoing.end();
}

const headerLines = (headers: ReturnType<typeof responseHeaders>): string =>
  Object.entries(headers)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => `${name}: ${one}\r\n`))
    .join("");
