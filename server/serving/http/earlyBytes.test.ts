import net, { type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { holdEarlyBytes } from "./earlyBytes.ts";

let server: net.Server;
let client: Socket;
let socket: Socket;
beforeEach(async () => {
  server = net.createServer({ allowHalfOpen: true });
  const accepted = new Promise<Socket>((resolve) => server.once("connection", resolve));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  client = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined);
  socket = await accepted;
  socket.on("error", () => undefined);
});
afterEach(() => {
  client.destroy();
  socket.destroy();
  server.close();
});

const closed = (): Promise<void> => new Promise((resolve) => socket.on("close", () => resolve()));

describe("bytes that a client sends before its upgrade is answered", () => {
  it("are kept, and the rest follows from the connection", async () => {
    const take = holdEarlyBytes(socket, Buffer.from("a"));
    client.write("b");
    await expect.poll(() => socket.bytesRead).toBe(1);
    expect(String(take())).toBe("ab");
    client.end("c");
    let rest = "";
    for await (const bytes of socket) rest += String(bytes);
    expect(rest).toBe("c");
  });

  it("do not hide that the client has left", async () => {
    holdEarlyBytes(socket, Buffer.alloc(0));
    client.write("early");
    client.end();
    await closed();
  });

  it("have a limit", async () => {
    holdEarlyBytes(socket, Buffer.alloc(0));
    client.write(Buffer.alloc(1024 * 1024));
    await closed();
  });
});
