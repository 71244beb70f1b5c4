import type { Duplex } from "node:stream";

/** The API server as programs of pods reach it: the one thing outside of the simulated network that they reach. */
export interface ApiServerDoor {
  /** Addresses by which the servers that share the store are known: whichever is asked, this server answers. */
  addresses(): readonly string[];
  readonly port: number;
  /**
   * Opens a connection to this server.
   * @param from the address that it comes from
   * @returns the client's side, below TLS
   */
  connect(from: string): Duplex;
}
