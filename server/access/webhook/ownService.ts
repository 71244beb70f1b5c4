import type { Duplex } from "node:stream";

/** This server as its own client reaches it: over connections inside the process, with its own identity. */
export interface OwnServer {
  /** PEM of the certificates for verifying it. */
  readonly authority: string;
  readonly token: string;
  /** Opens a connection, below TLS. */
  dial(): Duplex;
}

/** This server, if it is the one behind the port of a service; undefined for other services. */
export type OwnService = (namespace: string, name: string, port: number) => OwnServer | undefined;
