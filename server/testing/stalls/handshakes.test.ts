import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectNoStall } from "../longestStall.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

/**
 * Opens connections, then sends the same first bytes of a handshake on each of them while the server's thread is
 * blocked. This costs an unauthenticated client nothing. Posts "open" and "answered".
 */
const STRANGER = `
  const { connect } = require("node:net");
  const { connect: connectTls } = require("node:tls");
  const { Duplex } = require("node:stream");
  const { parentPort, workerData: { port, count, flag } } = require("node:worker_threads");
  const flags = new Int32Array(flag);
  let hello;
  connectTls({ socket: new Duplex({ read() {}, write(bytes, _, done) { hello = bytes; done(); } }), rejectUnauthorized: false });
  let open = 0;
  let answered = 0;
  const sockets = Array.from({ length: count }, () =>
    connect(port, "127.0.0.1", () => ++open === count && parentPort.postMessage("open"))
      .on("error", () => undefined)
      .once("data", () => ++answered === count && parentPort.postMessage("answered")));
  parentPort.on("message", () => {
    for (const socket of sockets) socket.write(hello);
    setTimeout(() => {
      Atomics.store(flags, 0, 1);
      Atomics.notify(flags, 0);
    }, 20);
  });
`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it("a thousand concurrent TLS handshakes do not delay other clients", async () => {
  const flags = new Int32Array(new SharedArrayBuffer(4));
  let stranger: Worker | undefined;
  const told = async (word: string): Promise<void> => {
    if (stranger !== undefined) expect((await once(stranger, "message"))[0]).toBe(word);
  };
  await expectNoStall(
    server,
    async () => {
      const answered = told("answered");
      stranger?.postMessage("send");
      // Block the thread until all bytes are sent, so that the event loop finds all of them in one turn.
      Atomics.wait(flags, 0, 0);
      await answered;
    },
    {
      prepare: async () => {
        await stranger?.terminate();
        flags[0] = 0;
        const port = Number(new URL(server.url).port);
        stranger = new Worker(STRANGER, { eval: true, workerData: { port, count: 1000, flag: flags.buffer } });
        await told("open");
      },
    },
  );
  await stranger?.terminate();
});
