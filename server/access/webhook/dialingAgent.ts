import https from "node:https";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";

/** The address to connect to, if it differs from the URL. */
export interface WebhookAddress {
  readonly host: string;
  readonly port: number;
  /** Opens a connection without a network; returns undefined when it is refused. Default: TCP. */
  readonly dial?: () => Duplex | undefined;
}

/** The validity period of a certificate, in milliseconds since the epoch. */
export interface Validity {
  readonly from: number;
  readonly to: number;
}

/** Validity of servers' certificates, recorded before verification, which may close the connection. */
const validities = new WeakMap<Duplex, Validity>();

/**
 * Validity of the certificate that the server presented on a connection of a {@link dialingAgent}; undefined if
 * unknown.
 */
export const validityOf = (socket: Duplex): Validity | undefined => validities.get(socket);

function noteValidity(socket: Duplex): void {
  socket.prependOnceListener("secure", () => {
    const { valid_from: from = "", valid_to: to = "" } = (socket as TLSSocket).getPeerCertificate();
    const validity = { from: Date.parse(from), to: Date.parse(to) };
    if (!Number.isNaN(validity.from + validity.to)) validities.set(socket, validity);
  });
}

/** An agent whose requests may have a `dial` option, which opens the connection. */
export function dialingAgent(options: https.AgentOptions): https.Agent {
  const agent = new https.Agent(options);
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (request, callback) => {
    const { dial, host, port } = request as https.RequestOptions & Pick<WebhookAddress, "dial">;
    const socket = dial?.();
    if (dial !== undefined && socket === undefined) {
      const refused = new Error(`connect ECONNREFUSED ${host}:${port}`);
      // Not thrown, because the agent also connects for queued requests, where nothing would catch the error.
      (callback as (error: Error) => void)(Object.assign(refused, { code: "ECONNREFUSED", syscall: "connect" }));
      return undefined;
    }
    const made = connect(socket === undefined ? request : ({ ...request, socket } as typeof request), callback);
    if (made) noteValidity(made);
    return made;
  };
  return agent;
}
