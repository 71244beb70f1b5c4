import net, { type AddressInfo, type Socket } from "node:net";
import { type Duplex, PassThrough, Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { refuseUpgrade, Tunnels } from "./tunnel.ts";

const closers: (() => void)[] = [];
let tunnels: Tunnels;
beforeEach(() => {
  tunnels = new Tunnels();
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Opens a connection and returns both ends. */
async function connection(): Promise<[Socket, Socket]> {
  const server = net.createServer({ allowHalfOpen: true });
  const accepted = new Promise<Socket>((resolve) => server.once("connection", resolve));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const near = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  const far = await accepted;
  closers.push(() => {
    near.destroy();
    far.destroy();
    server.close();
  });
  return [near, far];
}

const closed = (stream: Duplex): Promise<void> => new Promise((resolve) => stream.on("close", () => resolve()));
const text = async (stream: Readable): Promise<string> => {
  let all = "";
  for await (const chunk of stream) all += String(chunk);
  return all;
};

describe("Tunnels", () => {
  it("forwards early data and everything after it until the other server ends", async () => {
    const [client, socket] = await connection();
    const [tunnel, server] = await connection();
    tunnels.join(socket, Buffer.from("ahead,"), { status: 101, headers: { upgrade: "echo" }, tunnel });
    client.write("after");
    const received = text(client);
    server.once("data", () => {
      server.end("bye");
    });
    expect(await received).toBe("HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\n\r\nbye");
    await closed(socket);
  });

  it.each(["client", "server"])("closes both connections when the connection of the %s breaks", async (who) => {
    const [client, socket] = await connection();
    const [tunnel, server] = await connection();
    const ended = Promise.all([closed(socket), closed(tunnel)]);
    tunnels.join(socket, Buffer.alloc(0), { status: 101, headers: {}, tunnel });
    (who === "client" ? client : server).resetAndDestroy();
    await ended;
  });

  it.each(["client", "server"])("closes both connections when the %s ends its direction", async (who) => {
    const [client, socket] = await connection();
    const [tunnel, server] = await connection();
    const ended = Promise.all([closed(socket), closed(tunnel)]);
    tunnels.join(socket, Buffer.alloc(0), { status: 101, headers: {}, tunnel });
    client.resume();
    const received = text(server);
    if (who === "client") client.end("last words");
    else server.end();
    await ended;
    expect(await received).toBe(who === "client" ? "last words" : "");
  });

  it("closes both connections when the other server takes no data", async () => {
    const [client, socket] = await connection();
    const [tunnel, server] = await connection();
    const ended = Promise.all([closed(socket), closed(tunnel)]);
    tunnels.join(socket, Buffer.alloc(0), { status: 101, headers: {}, tunnel });
    server.pause();
    client.on("error", () => undefined);
    client.end(Buffer.alloc(64 * 1024 * 1024));
    await expect
      .poll(() => {
        tunnels.check();
        return tunnel.destroyed;
      })
      .toBe(true);
    await ended;
    expect(tunnels.size).toBe(0);
  });

  it("closes the other server's connection when the client has already gone", () => {
    const socket = new PassThrough();
    socket.destroy();
    const tunnel = new PassThrough();
    tunnels.join(socket, Buffer.alloc(0), { status: 101, headers: {}, tunnel });
    expect(tunnel.destroyed).toBe(true);
  });
});

describe("refuseUpgrade", () => {
  it("responds in plain HTTP, and closes the connection", async () => {
    const [client, socket] = await connection();
    refuseUpgrade(socket, { status: 200, headers: { "content-type": "text/plain" }, body: "no" });
    expect(await text(client)).toBe(
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno",
    );
  });

  it("forwards another server's refusal", async () => {
    const [client, socket] = await connection();
    const headers = { "content-length": "3", warning: ["a", "b"] };
    refuseUpgrade(socket, { status: 403, headers, relayed: Readable.from(["no", "!"]) });
    expect(await text(client)).toBe(
      "HTTP/1.1 403 Forbidden\r\nWarning: a\r\nWarning: b\r\nConnection: close\r\n\r\nno!",
    );
  });
});
