import { STATUS_CODES } from "node:http";
import { type Duplex, pipeline } from "node:stream";
import type { FullAnswer, RelayedAnswer, TunnelAnswer } from "../../ground/request/context.ts";
import { SERVER_LIMITS } from "./connections/serverLimits.ts";
import { StalledWrites, type Writing } from "./connections/stalledWrites.ts";
import { writtenName } from "./headerNames.ts";

type Headers = Readonly<Record<string, string | number | readonly string[]>>;

/** The head of an answer as sent over HTTP/1.1. */
export function headText(status: number, headers: Headers): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each) => `${writtenName(name)}: ${each}\r\n`),
  );
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n`;
}

/** Connections of clients that were switched to another protocol, and lead to another server. */
export class Tunnels {
  /** The connections to the other servers. */
  readonly #open = new Set<Duplex & Writing>();
  readonly #stalled = new StalledWrites(this.#open, SERVER_LIMITS.maxStalledChecks, SERVER_LIMITS.writeCheckInterval);

  get size(): number {
    return this.#open.size;
  }

  /** Closes connections to servers that have not taken any data for long. Runs by itself while there are tunnels. */
  check(): void {
    this.#stalled.check();
  }

  /**
   * Connects a client and another server: data is passed on in both directions with back-pressure. When one side ends
   * its direction, or breaks off, both connections end, as in the reference.
   * @param head bytes that the client has sent ahead
   */
  join(socket: Duplex, head: Buffer, { status, headers, tunnel }: TunnelAnswer): void {
    if (socket.destroyed) {
      tunnel.destroy();
      return;
    }
    this.#add(tunnel as Duplex & Writing);
    socket.write(headText(status, headers));
    if (head.length > 0) tunnel.write(head);
    socket.on("error", () => tunnel.destroy());
    socket.on("close", () => tunnel.destroy());
    tunnel.on("error", () => socket.destroy());
    // The last data of either side is still delivered.
    tunnel.on("finish", () => tunnel.destroy());
    tunnel.on("close", () => socket.end(() => socket.destroy()));
    socket.pipe(tunnel);
    tunnel.pipe(socket);
  }

  #add(tunnel: Duplex & Writing): void {
    if (this.#open.size === 0) this.#stalled.begin();
    this.#open.add(tunnel);
    tunnel.on("close", () => {
      this.#open.delete(tunnel);
      if (this.#open.size === 0) this.#stalled.end();
    });
  }
}

/** Answers an upgrade request with plain HTTP, and ends the connection. */
export function refuseUpgrade(socket: Duplex, answer: FullAnswer | RelayedAnswer): void {
  const { status } = answer;
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
