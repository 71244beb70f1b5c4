import type { AddressInfo } from "node:net";
import tls, { type Server, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../../acting/testing/until.ts";
import { extensionIdentity } from "../../serving/aggregation/testing/extensionServer.ts";
import { type RawConnection, rawConnection } from "../../serving/http/testing/rawConnection.ts";
import { expectNoStall } from "../longestStall.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { API_SERVICES, availability, GROUP } from "./aggregatedApi.ts";

let server: TestServer;
let extension: Server;
const sockets = new Set<TLSSocket>();
/** What the extension server does once the head of a request for a tulip has arrived. */
let act: (socket: TLSSocket) => void = () => undefined;

const HEALTHY = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}";

beforeAll(async () => {
  server = await startTestServer();
  const { certificate: cert, key } = await extensionIdentity(["flowers.default.svc"]);
  extension = tls.createServer({ cert, key }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    socket.once("data", (head: Buffer) => {
      if (head.includes("/tulips")) act(socket);
      else socket.end(HEALTHY);
    });
  });
  await new Promise<void>((resolve) => extension.listen(0, "127.0.0.1", resolve));
  await server.request("POST", "/api/v1/namespaces/default/services", {
    body: { metadata: { name: "flowers" }, spec: { type: "ExternalName", externalName: "localhost" } },
  });
  const service = { namespace: "default", name: "flowers", port: (extension.address() as AddressInfo).port };
  const made = await server.request("POST", API_SERVICES, {
    body: {
      metadata: { name: `v1.${GROUP}` },
      spec: {
        ...{ group: GROUP, version: "v1", groupPriorityMinimum: 1500, versionPriority: 15 },
        ...{ service, insecureSkipTLSVerify: true },
      },
    },
  });
  expect(made.status).toBe(201);
  await until(async () => (await availability(server)).status === "True");
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  extension.close();
  await server.stop();
});

const TULIPS = `/apis/${GROUP}/v1/namespaces/default/tulips`;
const UPGRADE = "connection: upgrade\r\nupgrade: x\r\n";

async function send(method: string, headers = ""): Promise<RawConnection> {
  const client = await rawConnection(Number(new URL(server.url).port), { secure: true });
  client.socket.write(`${method} ${TULIPS} HTTP/1.1\r\nhost: h\r\nauthorization: Bearer admin-token\r\n${headers}\r\n`);
  return client;
}

/** The connection with the next request. */
const nextRequest = (then: (socket: TLSSocket) => void = (socket) => void socket.resume()): Promise<TLSSocket> =>
  new Promise((resolve) => {
    act = (socket) => {
      then(socket);
      resolve(socket);
    };
  });

const ended = (socket: TLSSocket): Promise<unknown> => new Promise((resolve) => socket.on("close", resolve));

it.each([
  ["a request", "", ""],
  ["an upgrade", UPGRADE, ""],
  ["an upgrade with early data", UPGRADE, "early"],
])("%s that is not answered ends with its client", async (_what, headers, early) => {
  const arrived = nextRequest();
  const client = await send("GET", headers);
  const socket = await arrived;
  client.socket.end(early);
  await ended(socket);
});

it("an answer that comes before the body was read reaches the client, and so do later ones", async () => {
  const refuse = (socket: TLSSocket): void => {
    socket.pause();
    socket.write("HTTP/1.1 413 Payload Too Large\r\ncontent-length: 2\r\n\r\nno");
  };
  const arrived = nextRequest(refuse);
  // Less than the server reads after an answer.
  const size = 8 * 1024 * 1024;
  const client = await send("POST", `content-length: ${size}\r\n`);
  const isSent = new Promise((resolve) => client.socket.write(Buffer.alloc(size), resolve));
  const socket = await arrived;
  await isSent;
  client.socket.write("GET /readyz HTTP/1.1\r\nhost: h\r\n\r\n");
  const text = await client.until((received) => received.endsWith("ok"));
  expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
  client.socket.destroy();
  socket.destroy();
});

it("a switch of protocols that was not asked for, and floods of interim responses, are errors", async () => {
  act = (socket) => void socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n");
  expect((await server.request("GET", TULIPS)).text).toMatch(/^error trying to reach service: unexpected switch/);
  act = (socket) => void socket.write("HTTP/1.1 102 Processing\r\n\r\n".repeat(100_000));
  const answer = await expectNoStall(server, () => server.request("GET", TULIPS));
  expect([answer.status, answer.text]).toEqual([
    503,
    "error trying to reach service: too many 1xx informational responses\n",
  ]);
});

it("200 clients of a server that hangs all get an answer when it dies", { timeout: 60_000 }, async () => {
  const hanging: TLSSocket[] = [];
  act = (socket) => void hanging.push(socket.resume());
  const clients = await Promise.all(Array.from({ length: 200 }, () => send("GET")));
  await until(() => hanging.length === 200);
  for (const socket of hanging) socket.destroy();
  const texts = await Promise.all(clients.map((client) => client.until((text) => text.includes("EOF"))));
  expect(new Set(texts.map((text) => text.slice(0, 12)))).toEqual(new Set(["HTTP/1.1 503"]));
  for (const { socket } of clients) socket.destroy();
  await until(() => sockets.size === 0);
});
