import type { Socket } from "node:net";

/** The remote end of a connection; unique among the connections of one listener. */
const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * Connections that have not sent a request. Their number is limited: a client that opens connections one after the
 * other, or never completes a handshake, loses its own oldest ones before it displaces working ones.
 */
export class SilentConnections {
  readonly #limit: number;
  /** Oldest first. */
  readonly #open = new Set<Socket>();
  /** Sockets whose handshake is not complete, by remote end: TLS wraps them in another socket. */
  readonly #bare = new Map<string, Socket>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(socket: Socket): void {
    const end = endOf(socket);
    this.#bare.set(end, socket);
    this.#open.add(socket);
    socket.on("close", () => {
      this.#open.delete(socket);
      if (this.#bare.get(end) === socket) this.#bare.delete(end);
    });
    if (this.#open.size <= this.#limit) return;
    const [oldest] = this.#open;
    if (oldest !== undefined) this.#open.delete(oldest);
    oldest?.destroy();
  }

  /** Replaces the underlying socket by its TLS socket. */
  secured(socket: Socket): void {
    const end = endOf(socket);
    const bare = this.#bare.get(end);
    this.#bare.delete(end);
    if (bare === undefined || !this.#open.delete(bare)) return;
    this.#open.add(socket);
    socket.on("close", () => this.#open.delete(socket));
  }

  /** The socket below a TLS socket whose handshake is not complete, or failed. */
  beneath(socket: Socket): Socket | undefined {
    return this.#bare.get(endOf(socket));
  }

  spoke(socket: Socket): void {
    this.#open.delete(socket);
  }

  destroyAll(): void {
    for (const socket of [...this.#open]) socket.destroy();
  }
}
