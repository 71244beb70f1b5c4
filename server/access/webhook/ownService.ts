import type { Duplex } from "node:stream";

/** This server as it reaches itself: over connections inside the process, and as itself. */
export interface OwnServer {
  /** PEM of the certificates to verify it by. */
  readonly authority: string;
  readonly token: string;
  /** Opens a connection, below TLS. */
  dial(): Duplex;
}

/** This server, when it is what is behind the port of a service; undefined for the services of others. */
export type OwnService = (namespace: string, name: string, port: number) => OwnServer | undefined;
