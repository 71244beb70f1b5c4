import { STATUS_CODES } from "node:http";
import { type Duplex, pipeline } from "node:stream";
import type { FullAnswer, RelayedAnswer, TunnelAnswer } from "../../ground/request/context.ts";

type Headers = Readonly<Record<string, string | number | readonly string[]>>;

/** The head of an answer as it stands on the wire. */
function headText(status: number, headers: Headers): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}: ${each}\r\n`),
  );
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n`;
}

/**
 * Joins a client and another server: what either sends goes to the other, as fast as that one reads, and when one of them
 * breaks off, both connections end.
 * @param head what the client has sent ahead
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
  // What the other server sent last still arrives.
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
