import type https from "node:https";
import { type Duplex, duplexPair } from "node:stream";
import { type SecureContext, TLSSocket } from "node:tls";

/** The answer to a client that speaks HTTP to an HTTPS port, with the reference's text. */
export const NOT_SECURE = "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n";

export interface InnerConnectionOptions {
  /** Address that the server sees as the client's. */
  readonly from: string;
  readonly port: number;
  readonly secureContext: SecureContext;
  /** TLS options of the server. */
  readonly tls: https.ServerOptions;
  readonly server: https.Server;
}

/** A connection within the process. */
export interface InnerConnection {
  /** The client's side, below TLS. */
  readonly client: Duplex;
  /** The server's side, above TLS. */
  readonly secured: TLSSocket;
}

/**
 * Makes an in-memory connection to a TLS server. The server cannot distinguish it from a connection through its port,
 * and sees the given client address.
 */
export function innerConnection(options: InnerConnectionOptions): InnerConnection {
  const { tls, server, secureContext } = options;
  const [client, below] = duplexPair();
  const secured = new TLSSocket(below, {
    isServer: true,
    server,
    secureContext,
    requestCert: tls.requestCert ?? false,
    rejectUnauthorized: tls.rejectUnauthorized ?? true,
    ALPNProtocols: ["http/1.1"],
    ...(tls.SNICallback === undefined ? {} : { SNICallback: tls.SNICallback }),
  });
  Object.defineProperties(secured, {
    remoteAddress: { value: options.from },
    remotePort: { value: options.port },
  });
  secured.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ERR_SSL_HTTP_REQUEST") below.end(NOT_SECURE);
    else below.destroy();
  });
  for (const side of [client, below]) side.on("error", () => side.destroy());
  below.on("close", () => client.destroy());
  client.on("close", () => below.destroy());
  return { client, secured };
}
