import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { forwardBody } from "./forwardBody.ts";
import { rawConnection } from "./testing/rawConnection.ts";

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(handler: http.RequestListener): Promise<number> {
  const server = http.createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** A proxy to another server. @returns its port */
async function startProxy(other: http.RequestListener): Promise<number> {
  const port = await listen(other);
  const agent = new http.Agent({ keepAlive: true });
  return listen((request, response) => {
    const sent = http.request({ port, host: "127.0.0.1", method: "POST", agent });
    sent.on("response", (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 0)));
    sent.on("error", () => response.writeHead(502).end());
    forwardBody(request, sent);
  });
}

/** More than the buffers of two connections can hold. */
const LARGE = 32 * 1024 * 1024;
const head = (length: number): string => `POST / HTTP/1.1\r\nhost: h\r\ncontent-length: ${length}\r\n\r\n`;

/** Sends a body, and then another request on the same connection. @returns the statuses of both answers */
async function sendTwice(port: number, first: number): Promise<string[]> {
  const client = await rawConnection(port);
  client.socket.write(head(first));
  client.socket.write(Buffer.alloc(first));
  client.socket.write(`${head(4)}last`);
  const text = await client.until((received) => received.split("HTTP/1.1").length === 3);
  client.socket.destroy();
  return text.match(/HTTP\/1.1 \d+/g) ?? [];
}

describe("a forwarded body", () => {
  it("arrives whole", async () => {
    const port = await startProxy((request, response) => {
      let size = 0;
      request.on("data", (bytes: Buffer) => {
        size += bytes.length;
      });
      request.on("end", () => response.writeHead(size === LARGE ? 200 : 201).end());
    });
    expect(await sendTwice(port, LARGE)).toEqual(["HTTP/1.1 200", "HTTP/1.1 201"]);
  });

  it("is dropped when the other server answers without reading it, so that the client reads the answer", async () => {
    const closed: string[] = [];
    const port = await startProxy((request, response) => {
      request.socket.on("close", () => closed.push("closed"));
      response.writeHead(413).end();
    });
    expect(await sendTwice(port, LARGE)).toEqual(["HTTP/1.1 413", "HTTP/1.1 413"]);
    await expect.poll(() => closed).toEqual(["closed"]);
  });

  it("is dropped when the other server breaks off", async () => {
    const port = await startProxy((request) => request.socket.destroy());
    expect(await sendTwice(port, LARGE)).toEqual(["HTTP/1.1 502", "HTTP/1.1 502"]);
  });

  it("ends the other request when the client breaks off", async () => {
    let arrived: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let ended: Promise<unknown> = Promise.resolve();
    const port = await startProxy((request) => {
      ended = new Promise((resolve) => request.socket.on("close", resolve));
      arrived();
    });
    const client = await rawConnection(port);
    client.socket.write(`${head(100)}begin`);
    await started;
    client.socket.destroy();
    await ended;
  });
});
