import { afterEach, describe, expect, it } from "vitest";
import { rawConnection } from "../testing/rawConnection.ts";
import { GuardedServer, type GuardedServerOptions } from "./guardedServer.ts";
import { asksForWebSocket, requestClass } from "./requestClass.ts";

let server: GuardedServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Answers with the method and the body. @returns a connection */
async function connected(more: Partial<GuardedServerOptions> = {}) {
  server = new GuardedServer({
    onRequest: async (request, response) => {
      const body: Buffer[] = [];
      for await (const chunk of request) body.push(chunk);
      response.end(`(${request.method} ${Buffer.concat(body).toString()})`);
    },
    ...more,
  });
  return rawConnection((await server.listen(0, "127.0.0.1")).port);
}

const upgrade = (method: string, protocol: string, body = ""): string =>
  `${method} / HTTP/1.1\r\nhost: h\r\nconnection: upgrade\r\nupgrade: ${protocol}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
const forWebSockets = (): Partial<GuardedServerOptions> => ({
  classes: { IncomingMessage: requestClass(asksForWebSocket) },
  onUpgrade: (_request, socket) => void socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\nnew"),
});

describe("a request with an Upgrade header", () => {
  it("switches to a protocol that the server speaks", async () => {
    const { socket, ended } = await connected(forWebSockets());
    socket.write(upgrade("GET", "websocket"));
    expect(await ended).toMatch(/101.*new$/s);
  });

  it.each([
    ["another protocol", forWebSockets],
    ["any protocol, where the server speaks none", () => ({})],
  ])("is an ordinary one if it names %s, and the connection stays open", async (_, options) => {
    const { socket, until, received } = await connected(options());
    socket.write(upgrade("GET", "h2c"));
    await until((text) => text.endsWith("(GET )"));
    socket.write(upgrade("POST", "h2c", "some words"));
    await until((text) => text.endsWith("(POST some words)"));
    socket.write(`${upgrade("GET", "TLS/1.2")}${upgrade("POST", "websocket", "more")}`);
    await until((text) => text.endsWith("(POST more)"));
    expect(received().match(/HTTP\/1\.1 200 OK/g)).toHaveLength(4);
    socket.destroy();
  });
});

it("a request for a tunnel gets an answer", async () => {
  const { socket, until } = await connected(forWebSockets());
  socket.write("CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n");
  await until((text) => text.endsWith("(CONNECT )"));
  socket.destroy();
});
