import http, { type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BodyQueues } from "../../ground/request/bodyQueues.ts";
import { type LargeMessageOptions, LargeMessages, MAX_MESSAGE } from "./largeMessages.ts";
import { MessageEndpoint } from "./messageSocket.ts";
import { RequestEnd } from "./requestEnd.ts";

const MIB = 1024 * 1024;

/** A connection that has been upgraded, on both sides. */
interface Upgraded {
  readonly client: Socket;
  readonly socket: Socket;
  /** Sizes of the messages that were received. */
  readonly messages: number[];
  readonly closed: Promise<unknown>;
}

let server: http.Server;
let queues: BodyQueues;
/** What the listener of messages returns. */
let room: Promise<void> | undefined;
const clients: Socket[] = [];

beforeEach(async () => {
  queues = new BodyQueues(MAX_MESSAGE);
  room = undefined;
  server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server.close();
});

const HEAD =
  "GET / HTTP/1.1\r\nhost: h\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n" +
  "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

async function upgraded(user: string, options: LargeMessageOptions = {}): Promise<Upgraded> {
  const endpoint = new MessageEndpoint(new LargeMessages({ queues, ...options }));
  const messages: number[] = [];
  const taken = new Promise<Socket>((resolve) => {
    server.once("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const answer = {
        ...{ status: 101 as const, headers: {}, protocols: [""] },
        talk: (talking: { onMessage(listener: (message: Buffer) => Promise<void> | undefined): void }) =>
          talking.onMessage((message) => {
            messages.push(message.length);
            return room;
          }),
      };
      endpoint.take({ request, socket, head, end: new RequestEnd(), user }, answer, () => undefined);
      resolve(socket as Socket);
    });
  });
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  clients.push(client);
  client.on("error", () => undefined);
  client.resume();
  const closed = new Promise((resolve) => client.on("close", resolve));
  client.write(HEAD);
  return { client, socket: await taken, messages, closed };
}

/** The beginning of a message of this length, with a mask of zeros. */
function beginning(length: number): Buffer {
  const head = Buffer.alloc(14);
  head.set([0x82, 0xff]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}
const PING = Buffer.from([0x89, 0x80 + 2, 0, 0, 0, 0, 1, 1]);

describe("a large message", () => {
  it("waits while another one of its user is unfinished, in any connection", async () => {
    const [first, second, other] = [await upgraded("alice"), await upgraded("alice"), await upgraded("bob")];
    first.client.write(beginning(8 * MIB));
    first.client.write(Buffer.alloc(4 * MIB));
    await expect.poll(() => first.socket.bytesRead).toBeGreaterThan(4 * MIB);
    for (const { client } of [second, other]) {
      client.write(beginning(8 * MIB));
      client.write(Buffer.alloc(8 * MIB));
    }
    await expect.poll(() => other.messages).toEqual([8 * MIB]);
    expect(second.socket.bytesRead).toBeLessThan(MIB);
    first.client.write(Buffer.alloc(4 * MIB));
    await expect.poll(() => [first.messages, second.messages]).toEqual([[8 * MIB], [8 * MIB]]);
    await expect.poll(() => queues.size).toBe(0);
  });

  it("keeps its turn until it was handled, and small messages need none", async () => {
    let finish = (): void => undefined;
    room = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const [first, second] = [await upgraded("alice"), await upgraded("alice")];
    first.client.write(beginning(MIB));
    first.client.write(Buffer.alloc(MIB));
    await expect.poll(() => first.messages).toEqual([MIB]);
    room = undefined;
    second.client.write(beginning(1000));
    second.client.write(Buffer.alloc(1000));
    await expect.poll(() => second.messages).toEqual([1000]);
    second.client.write(beginning(MIB));
    second.client.write(Buffer.alloc(MIB));
    await expect.poll(() => second.socket.isPaused()).toBe(true);
    expect(second.messages).toEqual([1000]);
    finish();
    await expect.poll(() => second.messages).toEqual([1000, MIB]);
  });

  it("ends its connection when nothing more comes, and the next one has its turn", async () => {
    const [first, second] = [await upgraded("alice", { silence: 50 }), await upgraded("alice")];
    first.client.write(beginning(8 * MIB));
    first.client.write(Buffer.alloc(MIB));
    await first.closed;
    second.client.write(beginning(MIB));
    second.client.write(Buffer.alloc(MIB));
    await expect.poll(() => second.messages).toEqual([MIB]);
  });

  it("leaves its place to the next one when its client leaves", async () => {
    const [first, second] = [await upgraded("alice"), await upgraded("alice")];
    first.client.write(beginning(8 * MIB));
    first.client.write(Buffer.alloc(MIB));
    await expect.poll(() => first.socket.bytesRead).toBeGreaterThan(MIB);
    second.client.write(beginning(MIB));
    second.client.write(Buffer.alloc(MIB));
    first.client.destroy();
    await expect.poll(() => second.messages).toEqual([MIB]);
  });

  it("is not what many pings are", async () => {
    const { client, socket, messages } = await upgraded("alice", { silence: 10 });
    client.write(Buffer.concat(Array.from({ length: 50_000 }, () => PING)));
    await expect.poll(() => socket.bytesRead).toBeGreaterThan(50_000 * PING.length);
    client.write(beginning(10));
    client.write(Buffer.alloc(10));
    await expect.poll(() => messages).toEqual([10]);
    expect(queues.size).toBe(0);
  });
});
