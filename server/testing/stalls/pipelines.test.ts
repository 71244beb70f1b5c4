import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectNoStall } from "../longestStall.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

/**
 * Opens connections, and on each word sends the same requests on all of them, or breaks all of them off. Posts "open",
 * "sent" and "closed".
 */
const CLIENT = `
  const { connect } = require("node:tls");
  const { parentPort, workerData: { port, count, text } } = require("node:worker_threads");
  const all = (act) => Promise.all(sockets.map((socket) => new Promise((resolve) => act(socket, resolve))));
  const sockets = Array.from({ length: count }, () =>
    connect({ port, host: "127.0.0.1", rejectUnauthorized: false }).on("error", () => undefined));
  const acts = {
    send: async () => {
      await all((socket, done) => socket.write(text, done));
      parentPort.postMessage("sent");
    },
    close: async () => {
      await all((socket, done) => socket.once("close", done).destroy());
      parentPort.postMessage("closed");
    },
  };
  parentPort.on("message", (word) => acts[word]());
  void all((socket, done) => socket.once("secureConnect", done)).then(() => parentPort.postMessage("open"));
`;

const CONNECTIONS = 500;
const REQUESTS = 200;

let server: TestServer;
let client: Worker | undefined;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await client?.terminate();
  await server.stop();
});

it("connections that send very many requests ahead and break off keep no other client waiting", {
  timeout: 120_000,
}, async () => {
  const tell = async (word: string, answer: string): Promise<void> => {
    if (client === undefined) return;
    const told = once(client, "message");
    client.postMessage(word);
    expect((await told)[0]).toBe(answer);
  };
  await expectNoStall(
    server,
    async () => {
      await tell("send", "sent");
      await server.request("GET", "/readyz");
      await tell("close", "closed");
      await server.request("GET", "/readyz");
    },
    {
      prepare: async () => {
        await client?.terminate();
        // The first request of each is a watch: the others wait for its end.
        const head = (path: string): string =>
          `GET ${path} HTTP/1.1\r\nhost: h\r\nauthorization: Bearer admin-token\r\n\r\n`;
        const text = head("/api/v1/configmaps?watch=true") + head("/readyz").repeat(REQUESTS);
        const port = Number(new URL(server.url).port);
        client = new Worker(CLIENT, { eval: true, workerData: { port, count: CONNECTIONS, text } });
        await once(client, "message");
      },
    },
  );
});
