import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { MessageSocket } from "../../ground/request/context.ts";
import { MessageEndpoint } from "./messageSocket.ts";
import { RequestEnd } from "./requestEnd.ts";

/** Connects a client to a server that passes its messages to a listener. */
async function connect(listener: () => Promise<void> | undefined): Promise<WebSocket> {
  const endpoint = new MessageEndpoint();
  const server = http.createServer();
  server.on("upgrade", (request, socket, head) => {
    const talk = (messages: MessageSocket): void => messages.onMessage(listener);
    const answer = { status: 101 as const, headers: {}, protocols: [""], talk };
    endpoint.take({ request, socket, head, end: new RequestEnd(), user: "alice" }, answer, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await once(client, "open");
  onTestFinished(() => {
    client.terminate();
    server.close();
  });
  return client;
}

it("yields to other work between two messages, however many arrive at once", async () => {
  let left = 5000;
  let inTick = 0;
  let most = 0;
  await new Promise<void>((done, fail) => {
    const onMessage = (): undefined => {
      if (inTick++ === 0) {
        setImmediate(() => {
          inTick = 0;
        });
      }
      most = Math.max(most, inTick);
      if (--left === 0) done();
    };
    connect(onMessage).then((client) => {
      for (let i = left; i > 0; i--) client.send(Buffer.of(0, 1));
    }, fail);
  });
  expect(most).toBeLessThan(10);
});

it("applies backpressure to the client while the listener has no room", async () => {
  const count = 64;
  const mebibyte = Buffer.alloc(1024 * 1024);
  let seen = 0;
  let makeRoom = (): void => undefined;
  const room = new Promise<void>((resolve) => {
    makeRoom = resolve;
  });
  const client = await connect(() => {
    seen += 1;
    return room;
  });
  for (let i = 0; i < count; i++) client.send(mebibyte);
  await expect.poll(() => seen).toBeGreaterThan(0);
  // Data that the server does not read stays in the client's buffer.
  await expect.poll(() => client.bufferedAmount).toBeGreaterThan((count / 2) * mebibyte.length);
  expect(seen).toBeLessThan(count / 2);
  makeRoom();
  await expect.poll(() => seen).toBe(count);
  expect(client.bufferedAmount).toBe(0);
});
