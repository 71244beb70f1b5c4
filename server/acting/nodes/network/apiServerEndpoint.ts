import type { Duplex } from "node:stream";

/**
 * The API server as programs of pods reach it: the only endpoint outside of the simulated network that they can reach.
 */
export interface ApiServerEndpoint {
  /**
   * Published addresses of the servers that share the store. A connection to any of them is answered by this server.
   */
  addresses(): readonly string[];
  readonly port: number;
  /**
   * Opens a connection to this server.
   * @param from the client's address
   * @returns the client's side of the connection, below TLS
   */
  connect(from: string): Duplex;
}
