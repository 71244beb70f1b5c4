import { STATUS_CODES } from "node:http";
import { type Duplex, pipeline } from "node:stream";
import type { FullAnswer, RelayedAnswer, TunnelAnswer } from "../../ground/request/context.ts";

type Headers = Readonly<Record<string, string | number | readonly string[]>>;

/** The head of an answer as sent over HTTP/1.1. */
function headText(status: number, headers: Headers): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}: ${each}\r\n`),
  );
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n`;
}

/**
 * Connects a client and another server: data is passed on in both directions with back-pressure, and when one side
 * breaks off, both connections end.
 * @param head bytes that the client has sent ahead
 */
export function joinTunnel(socket: Duplex, head: Buffer, { status, headers, tunnel }: TunnelAnswer): void {
  if (socket.destroyed) {
    tunnel.destroy();
    return;
  }
  socket.write(headText(status, headers));
  if (head.length > 0) tunnel.write(head);
  socket.on("error", () => tunnel.destroy());
  socket.on("close", () => tunnel.destroy());
  tunnel.on("error", () => socket.destroy());
  // The last data of the other server is still delivered.
  tunnel.on("close", () => socket.end(() => socket.destroy()));
  socket.pipe(tunnel);
  tunnel.pipe(socket);
}

/** Answers an upgrade request with plain HTTP, and ends the connection. */
export function refuseUpgrade(socket: Duplex, answer: FullAnswer | RelayedAnswer, status = answer.status): void {
  if ("relayed" in answer) {
    const { "content-length": _, ...headers } = answer.headers;
    socket.write(headText(status, { ...headers, connection: "close" }));
    pipeline(answer.relayed, socket, () => socket.destroy());
    return;
  }
  const chunks: readonly (Uint8Array | string)[] = Array.isArray(answer.body) ? answer.body : [answer.body as string];
  const body = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk as string)));
  socket.write(headText(status, { ...answer.headers, "content-length": body.length, connection: "close" }));
  socket.end(body);
}
