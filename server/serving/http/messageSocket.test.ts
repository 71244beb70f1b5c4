import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { MessageEndpoint } from "./messageSocket.ts";
import { RequestEnd } from "./requestEnd.ts";

it("lets others have their turn between two messages, however many come at once", async () => {
  const endpoint = new MessageEndpoint();
  const count = 5000;
  let left = count;
  let inTick = 0;
  let most = 0;
  let done = (): void => undefined;
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  const onMessage = (): void => {
    if (inTick++ === 0) {
      setImmediate(() => {
        inTick = 0;
      });
    }
    most = Math.max(most, inTick);
    if (--left === 0) done();
  };
  const server = http.createServer();
  server.on("upgrade", (request, socket, head) => {
    const talk = (messages: { onMessage(listener: () => void): void }): void => messages.onMessage(onMessage);
    const answer = { status: 101 as const, headers: {}, protocols: [""], talk };
    endpoint.take({ request, socket, head, end: new RequestEnd() }, answer, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await once(client, "open");
  for (let i = 0; i < count; i++) client.send(Buffer.of(0, 1));
  await all;
  expect(most).toBeLessThan(10);
  client.terminate();
  server.close();
});
