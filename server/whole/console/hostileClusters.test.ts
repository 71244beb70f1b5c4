import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RawConnection, rawConnection } from "../../serving/http/testing/rawConnection.ts";
import { createClusterRegistry } from "./clusterRegistry.ts";
import { type ConsoleHost, startConsoleHost } from "./consoleHost.ts";
import { type FakeCluster, startFakeCluster } from "./testing/fakeCluster.ts";
import { rawRequest } from "./testing/rawRequest.ts";

let cluster: Server;
let fake: FakeCluster;
let host: ConsoleHost;
let cookie = "";
/** What the cluster does once the head of a request has arrived. */
let act: (socket: Socket) => void = () => undefined;
/** Resolves when the cluster's connection with the latest request has ended. */
let ended: Promise<void>;
const sockets = new Set<Socket>();
/** Renews the credentials of the cluster. */
let refresh: (() => Promise<boolean>) | undefined;

beforeEach(async () => {
  cluster = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => {
      ended = new Promise((resolve) => socket.on("close", () => resolve()));
      act(socket);
    });
  });
  await new Promise<void>((resolve) => cluster.listen(0, "127.0.0.1", resolve));
  const { port } = cluster.address() as { port: number };
  fake = await startFakeCluster({ url: `http://127.0.0.1:${port}` });
  refresh = undefined;
  const renewing = { ...fake.cluster, id: "renewing", refresh: () => refresh?.() ?? Promise.resolve(false) };
  const clusters = createClusterRegistry([fake.cluster, renewing]);
  host = await startConsoleHost({ clusters, rendererDir: tmpdir() });
  const { pathname, search } = new URL(host.openUrl);
  const admitted = await rawRequest(host.url, pathname + search);
  cookie = String(admitted.headers["set-cookie"]).split(";")[0] ?? "";
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  cluster.close();
  await host.close();
  await fake.close();
});

const get = (id = "fake") => rawRequest(host.url, `/clusters/${id}/api`, { headers: { cookie } });

const UPGRADE = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: eA==\r\n";

/** Sends the head of an upgrade as a page would. Resolves once the cluster has got it. */
async function upgrade(id = "fake"): Promise<RawConnection> {
  const page = await rawConnection(Number(new URL(host.url).port));
  const arrived = new Promise<void>((resolve) => {
    const then = act;
    act = (socket) => {
      then(socket);
      resolve();
    };
  });
  const { host: name } = new URL(host.url);
  const own = `host: ${name}\r\norigin: ${host.url}\r\ncookie: ${cookie}\r\n`;
  page.socket.write(`GET /clusters/${id}/api HTTP/1.1\r\n${own}${UPGRADE}\r\n`);
  await arrived;
  return page;
}

describe("a request to a cluster", () => {
  test.each([
    ["switches to another protocol", "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"],
    ["has a status that does not exist", "HTTP/1.1 099 What\r\ncontent-length: 2\r\n\r\nok"],
    ["has too many interim responses", "HTTP/1.1 102 Processing\r\n\r\n".repeat(1000)],
  ])("fails when the answer %s, and the connection is closed", async (_what, answer) => {
    act = (socket) => void socket.write(answer);
    expect(await get()).toMatchObject({ status: 502 });
    await ended;
  });

  test("gets an answer that comes before the cluster has read the body", async () => {
    act = (socket) => {
      socket.pause();
      socket.write("HTTP/1.1 413 Payload Too Large\r\ncontent-length: 2\r\n\r\nno");
    };
    const page = await rawConnection(Number(new URL(host.url).port));
    const { host: name } = new URL(host.url);
    const own = `host: ${name}\r\norigin: ${host.url}\r\ncookie: ${cookie}\r\n`;
    const size = 32 * 1024 * 1024;
    page.socket.write(`POST /clusters/fake/api HTTP/1.1\r\n${own}content-length: ${size}\r\n\r\n`);
    await new Promise((resolve) => page.socket.write(Buffer.alloc(size), resolve));
    await page.until((received) => received.includes("HTTP/1.1 413"));
    page.socket.destroy();
  });
});

describe("an answer that refuses the credentials and breaks off", () => {
  /** Breaks off the first answer while the credentials are renewed, and gives the second one. */
  function thenAnswer(text: string): void {
    act = (socket) => {
      socket.write("HTTP/1.1 401 Unauthorized\r\ncontent-length: 100\r\n\r\nno");
      refresh = async () => {
        socket.resetAndDestroy();
        await ended;
        for (let i = 0; i < 10; i++) await new Promise(setImmediate);
        act = (next) => void next.write(text);
        return true;
      };
    };
  }

  test("does not end a request, which is sent again", async () => {
    thenAnswer("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok");
    expect(await get("renewing")).toMatchObject({ status: 200, body: "ok" });
    thenAnswer("HTTP/1.1 401 Unauthorized\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nno");
    expect(await get("renewing")).toMatchObject({ status: 401 });
  });

  test("does not end an upgrade, which is sent again", async () => {
    thenAnswer("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
    const page = await upgrade("renewing");
    await page.until((received) => received.startsWith("HTTP/1.1 101"));
  });
});

describe("an upgrade", () => {
  test.each([
    ["nothing", ""],
    ["early data", "early"],
  ])("ends with its page, which has sent %s", async (_what, early) => {
    act = (socket) => void socket.resume();
    const page = await upgrade();
    page.socket.end(early);
    await ended;
  });

  test("that is refused ends with its page, and when the answer breaks off", async () => {
    const refuse = (socket: Socket): void => {
      socket.resume();
      socket.write("HTTP/1.1 403 Forbidden\r\ncontent-length: 100\r\n\r\nno");
    };
    act = refuse;
    const leaving = await upgrade();
    await leaving.until((received) => received.endsWith("no"));
    leaving.socket.end();
    await ended;
    act = refuse;
    const waiting = await upgrade();
    await waiting.until((received) => received.endsWith("no"));
    for (const socket of sockets) socket.destroy();
    expect(await waiting.ended).toMatch(/^HTTP\/1.1 403 Forbidden\r\nConnection: close\r\n\r\nno$/);
  });
});
