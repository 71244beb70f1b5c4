import type { Socket } from "node:net";

/** A connection's other end; unique among those of one listener. */
const endOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * Connections that have not sent a request. Their number is limited: a client that opens one after the other, or never
 * ends a handshake, loses its own oldest ones before it displaces working ones.
 */
export class SilentConnections {
  readonly #limit: number;
  /** Oldest first. */
  readonly #open = new Set<Socket>();
  /** Sockets whose handshake is not over, by their other end: TLS puts another socket on top. */
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

  /** The TLS socket takes the place of the one below it. */
  secured(socket: Socket): void {
    const end = endOf(socket);
    const bare = this.#bare.get(end);
    this.#bare.delete(end);
    if (bare === undefined || !this.#open.delete(bare)) return;
    this.#open.add(socket);
    socket.on("close", () => this.#open.delete(socket));
  }

  /** The connection under a TLS socket whose handshake is not over, or failed. */
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
