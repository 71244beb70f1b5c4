import https from "node:https";
import type { Duplex } from "node:stream";

/** Where to connect to, when that is not what the URL says. */
export interface WebhookAddress {
  readonly host: string;
  readonly port: number;
  /** Opens a connection without a network; undefined where none is taken. Default: over TCP. */
  readonly dial?: () => Duplex | undefined;
}

/** An agent whose requests may bring their own way to connect: `dial`, beside the options of every request. */
export function dialingAgent(options: https.AgentOptions): https.Agent {
  const agent = new https.Agent(options);
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (request, callback) => {
    const { dial, host, port } = request as https.RequestOptions & Pick<WebhookAddress, "dial">;
    if (dial === undefined) return connect(request, callback);
    const socket = dial();
    if (socket === undefined) {
      const refused = new Error(`connect ECONNREFUSED ${host}:${port}`);
      // Not thrown: the agent also connects for requests that wait for a connection, where nothing would catch it.
      (callback as (error: Error) => void)(Object.assign(refused, { code: "ECONNREFUSED", syscall: "connect" }));
      return undefined;
    }
    return connect({ ...request, socket } as typeof request, callback);
  };
  return agent;
}
