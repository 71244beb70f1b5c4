import https from "node:https";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";

/** Where to connect to, when that is not what the URL says. */
export interface WebhookAddress {
  readonly host: string;
  readonly port: number;
  /** Opens a connection without a network; undefined where none is taken. Default: over TCP. */
  readonly dial?: () => Duplex | undefined;
}

/** From when to when a certificate is valid: milliseconds since the epoch. */
export interface Validity {
  readonly from: number;
  readonly to: number;
}

/** Of the certificates of servers, noted before they are judged: judging closes the connection. */
const validities = new WeakMap<Duplex, Validity>();

/** When the certificate is valid that the server showed on a connection of a {@link dialingAgent}, as far as it did. */
export const validityOf = (socket: Duplex): Validity | undefined => validities.get(socket);

function noteValidity(socket: Duplex): void {
  socket.prependOnceListener("secure", () => {
    const { valid_from: from = "", valid_to: to = "" } = (socket as TLSSocket).getPeerCertificate();
    const validity = { from: Date.parse(from), to: Date.parse(to) };
    if (!Number.isNaN(validity.from + validity.to)) validities.set(socket, validity);
  });
}

/** An agent whose requests may bring their own way to connect: `dial`, beside the options of every request. */
export function dialingAgent(options: https.AgentOptions): https.Agent {
  const agent = new https.Agent(options);
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (request, callback) => {
    const { dial, host, port } = request as https.RequestOptions & Pick<WebhookAddress, "dial">;
    const socket = dial?.();
    if (dial !== undefined && socket === undefined) {
      const refused = new Error(`connect ECONNREFUSED ${host}:${port}`);
      // Not thrown: the agent also connects for requests that wait for a connection, where nothing would catch it.
      (callback as (error: Error) => void)(Object.assign(refused, { code: "ECONNREFUSED", syscall: "connect" }));
      return undefined;
    }
    const made = connect(socket === undefined ? request : ({ ...request, socket } as typeof request), callback);
    if (made) noteValidity(made);
    return made;
  };
  return agent;
}
