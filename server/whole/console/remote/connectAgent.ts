import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { connect as tlsConnect } from "node:tls";
import { percentDecoded } from "../../../../shared/text/percentDecoded.ts";
import { boundedAnswer } from "../../../access/webhook/boundedAnswer.ts";
import { bracketed } from "../../../ground/formats/addresses/addresses.ts";

/** Node's callback for a connection that an agent opens. */
type Opened = (error: Error | null, socket?: Socket) => void;

interface ConnectionOptions {
  readonly host?: string | null;
  readonly port?: number | string | null;
  readonly servername?: string;
}

/** Milliseconds within which a proxy must open a tunnel. */
const CONNECT_TIMEOUT = 15_000;

/**
 * An agent whose connections go through a tunnel that a proxy opens (CONNECT). The proxy sees host and port only.
 *
 * @param proxy `http://…` or `https://…`, with name and password if the proxy requires them
 */
export function connectAgent(
  proxy: string,
  isSecure: boolean,
  options: { keepAlive: boolean },
): HttpAgent | HttpsAgent {
  const agent = isSecure ? new HttpsAgent(options) : new HttpAgent(options);
  const createConnection = (target: ConnectionOptions, opened: Opened): undefined => {
    openTunnel(proxy, target.host ?? "localhost", Number(target.port)).then((tunnel) => {
      if (!isSecure) return opened(null, tunnel);
      const secure = tlsConnect({ ...(target as object), socket: tunnel });
      opened(null, secure);
    }, opened);
  };
  return Object.assign(agent, { createConnection });
}

/** Opens a connection to host and port through the proxy. @throws Error that names the proxy without its password */
export function openTunnel(proxy: string, host: string, port: number): Promise<Socket> {
  const address = new URL(proxy);
  const isSecure = address.protocol === "https:";
  const authority = `${bracketed(host)}:${port}`;
  const login = [address.username, address.password].map((part) => percentDecoded(part) ?? part).join(":");
  return new Promise((resolve, reject) => {
    const fail = (message: string): void => reject(new Error(`the proxy ${address.host} ${message}`));
    const request = (isSecure ? httpsRequest : httpRequest)({
      hostname: address.hostname.replace(/^\[|\]$/g, ""),
      port: address.port || (isSecure ? 443 : 80),
      method: "CONNECT",
      path: authority,
      agent: false,
      headers: {
        host: authority,
        ...(login === ":" ? {} : { "proxy-authorization": `Basic ${Buffer.from(login).toString("base64")}` }),
      },
    });
    boundedAnswer(request);
    // For the whole answer: a proxy that sends a byte now and then must not keep a connection forever.
    const late = (): void => void request.destroy(new Error(`no answer within ${CONNECT_TIMEOUT / 1000} s`));
    const timer = setTimeout(late, CONNECT_TIMEOUT).unref();
    request.on("close", () => clearTimeout(timer));
    request.on("connect", (answer, socket) => {
      if (answer.statusCode === 200) return resolve(socket as Socket);
      socket.destroy();
      fail(`refused the connection: ${answer.statusCode} ${answer.statusMessage}`);
    });
    request.on("response", (answer) => {
      answer.resume();
      fail(`refused the connection: ${answer.statusCode} ${answer.statusMessage}`);
    });
    request.on("error", (error: NodeJS.ErrnoException) => fail(`cannot be reached: ${error.message || error.code}`));
    request.end();
  });
}
