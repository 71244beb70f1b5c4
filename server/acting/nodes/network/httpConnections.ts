import http from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import type { PodRequest, PodResponse } from "../../../api/registry/podDoors.ts";

/** Answers a request; undefined where no program answers any more. */
export type Answerer = (request: Omit<PodRequest, "port">) => Promise<PodResponse | undefined>;

/** Bytes of a request's body. */
const LARGEST_BODY = 8 * 1024 * 1024;

/** Connections over which clients speak HTTP to a program, byte by byte. */
export class HttpConnections {
  readonly #answerers = new WeakMap<object, Answerer>();
  readonly #server = http.createServer((request, response) => {
    void this.#serve(request, response).catch(() => response.destroy());
  });

  /** @returns the client's side of a connection */
  open(answerer: Answerer): Duplex {
    const [client, server] = duplexPair();
    server.on("error", () => server.destroy());
    server.on("close", () => client.destroy());
    client.on("close", () => server.destroy());
    this.#answerers.set(server, answerer);
    this.#server.emit("connection", server);
    return client;
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const answerer = this.#answerers.get(request.socket);
    const body = await readAll(request);
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

/** @returns undefined when there is too much of it */
async function readAll(request: http.IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > LARGEST_BODY) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
