import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createUpstream, type Upstream } from "../proxy/upstream.ts";
import { type ConnectProxy, startConnectProxy } from "../testing/connectProxy.ts";
import { openTunnel } from "./connectAgent.ts";

let server: Server;
let port = 0;
let proxy: ConnectProxy;
let upstream: Upstream;

beforeEach(async () => {
  upstream = createUpstream();
  proxy = await startConnectProxy("me:pass@word");
  server = createServer((request, response) => response.end(request.url));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  upstream.close();
  await proxy.close();
  server.close();
  server.closeAllConnections();
});

const withLogin = (): string => proxy.url.replace("//", "//me:pass%40word@");
const get = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const target = { url: `http://127.0.0.1:${port}`, proxy: withLogin() };
    const outgoing = upstream.open(target, { method: "GET", path, headers: {} });
    outgoing.on("error", reject).on("response", (answer) => {
      let text = "";
      answer.on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () => resolve(text));
    });
    outgoing.end();
  });

test("requests share one tunnel that is kept open", async () => {
  expect(await get("/a")).toBe("/a");
  expect(await get("/b")).toBe("/b");
  expect(proxy.tunnels).toEqual([`127.0.0.1:${port}`]);
});

test("names a proxy that refuses, without its password", async () => {
  const wrong = proxy.url.replace("//", "//me:hidden@");
  await expect(openTunnel(wrong, "h", 1)).rejects.toThrow(/refused the connection: 407/);
  await expect(openTunnel(wrong, "h", 1)).rejects.not.toThrow(/hidden/);
});

test("gives up on a proxy whose answer never ends, and closes the connection", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const slow = createSocketServer();
  const asked = new Promise<Socket>((resolve) => {
    slow.on("connection", (socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\nx: ");
        resolve(socket);
      });
    });
  });
  await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
  const { port: slowPort } = slow.address() as AddressInfo;
  const refused = expect(openTunnel(`http://127.0.0.1:${slowPort}`, "h", 1)).rejects.toThrow("no answer within 15 s");
  const socket = await asked;
  vi.advanceTimersByTime(15_000);
  vi.useRealTimers();
  await refused;
  await new Promise((resolve) => socket.on("close", resolve));
  slow.close();
});

test("reports an unreachable proxy", async () => {
  await proxy.close();
  await expect(openTunnel(withLogin(), "h", 1)).rejects.toThrow(/cannot be reached/);
});
