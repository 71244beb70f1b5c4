import http from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import { createSecureContext, TLSSocket } from "node:tls";
import type { PodRequest, PodResponse } from "../../../api/registry/podAccess.ts";
import { GatheredBytes, readWhole } from "../../../ground/memory/gatheredBytes.ts";
import { NOT_SECURE } from "../../../serving/http/connections/innerConnection.ts";
import type { TlsIdentity } from "../programs/program.ts";

/** Answers a request; undefined when no program is there to answer. */
export type Answerer = (request: Omit<PodRequest, "port">) => Promise<PodResponse | undefined>;

/** Maximum size of a request body, in bytes. */
const LARGEST_BODY = 8 * 1024 * 1024;

/** Connections over which clients speak real HTTP, byte by byte, to a simulated program. */
export class HttpConnections {
  readonly #answerers = new WeakMap<object, Answerer>();
  readonly #server = Object.assign(
    http.createServer((request, response) => {
      void this.#serve(request, response).catch(() => response.destroy());
    }),
    // A client that has closed its sending side still gets its response.
    { httpAllowHalfOpen: true },
  );

  /**
   * @param tls the identity of a program that speaks TLS
   * @returns the client's side of a connection
   */
  open(answerer: Answerer, tls?: Promise<TlsIdentity>): Duplex {
    const [client, server] = duplexPair();
    server.on("error", () => server.destroy());
    server.on("close", () => client.destroy());
    client.on("close", () => server.destroy());
    if (tls === undefined) this.#accept(server, answerer);
    else {
      tls
        .then(({ cert, key }) => {
          const secureContext = createSecureContext({ cert: Buffer.from(cert), key: Buffer.from(key) });
          const secured = new TLSSocket(server, { isServer: true, secureContext, ALPNProtocols: ["http/1.1"] });
          secured.on("error", ({ code }: NodeJS.ErrnoException) => {
            if (code === "ERR_SSL_HTTP_REQUEST") server.end(NOT_SECURE);
            else server.destroy();
          });
          this.#accept(secured, answerer);
        })
        .catch(() => server.destroy());
    }
    return client;
  }

  #accept(socket: Duplex, answerer: Answerer): void {
    this.#answerers.set(socket, answerer);
    this.#server.emit("connection", socket);
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const answerer = this.#answerers.get(request.socket);
    const body = await readWhole(request, LARGEST_BODY);
    if (body === undefined) {
      response.writeHead(413, { connection: "close" }).end();
      return;
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]),
    );
    const { method = "GET", url: path = "/" } = request;
    const answer = await answerer?.({ method, path, headers, body });
    if (answer === undefined) {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, answer.headers);
    response.end(method === "HEAD" ? undefined : answer.body);
  }
}

/**
 * Sends bytes over a connection, closes the client's sending side, and reads until the other side ends.
 * @returns the bytes received; only the beginning of a long response
 */
export async function exchangeOver(connection: Duplex, bytes: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  const received = new GatheredBytes();
  let end: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  signal.addEventListener("abort", end, { once: true });
  for (const event of ["end", "close", "error"]) connection.on(event, end);
  connection.on("data", (chunk: Buffer) => {
    received.push(chunk);
    if (received.size > LARGEST_BODY) end();
  });
  connection.end(bytes);
  if (!signal.aborted) await isOver;
  signal.removeEventListener("abort", end);
  connection.destroy();
  return received.take().subarray(0, LARGEST_BODY);
}
