import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import type { FrameSink, Handler, RequestContext } from "../../ground/request/context.ts";
import { loadSchema } from "../../model/schema/schema.ts";
import { BODY_LIMIT } from "./exchange.ts";
import { recover } from "./filters/recover.ts";
import { Listener, type ListenerOptions } from "./listener.ts";
import { rawConnection } from "./testing/rawConnection.ts";
import { servingCertificate } from "./testing/servingCertificate.ts";

const vocabulary = createVocabulary();
const schema = loadSchema(vocabulary);
const tls = { ...(await servingCertificate()), clientCa: "" };

let listener: Listener | undefined;
let logged: unknown[];
beforeEach(() => {
  logged = [];
});
afterEach(() => listener?.stop());

async function start(handler: Handler, more: Partial<ListenerOptions> = {}): Promise<number> {
  const answering = recover({ vocabulary, schema, logError: (error) => logged.push(error) })(handler);
  const options = { host: "127.0.0.1", port: 0, tls, vocabulary, schema, now: Date.now, compress: true };
  listener = new Listener({ ...options, handler: answering, ...more });
  return (await listener.start()).port;
}

const connection = (port: number) => rawConnection(port, { secure: true });
const bodyLength: Handler = async (context) => ({
  status: 200,
  headers: {},
  body: `length ${(await context.body()).length}`,
});
const post = (headers: string): string => `POST /api HTTP/1.1\r\nhost: h\r\n${headers}\r\n`;

describe("request bodies", () => {
  it("that do not arrive in time get a 504, and the connection is closed", async () => {
    const port = await start(bodyLength, { bodyTime: 50 });
    const client = await connection(port);
    client.socket.write(`${post("content-length: 10\r\n")}abc`);
    const text = await client.ended;
    expect(text).toMatch(/^HTTP\/1.1 504 Gateway Timeout\r\n.*connection: close/is);
    expect(text).toContain('"message":"Timeout: request did not complete within the allotted timeout"');
  });

  it("time out earlier when the request's own timeout is shorter", async () => {
    const port = await start((context) => {
      context.due = performance.now() + 50;
      return bodyLength(context);
    });
    const client = await connection(port);
    client.socket.write(`${post("content-length: 10\r\n")}abc`);
    expect(await client.ended).toContain("504 Gateway Timeout");
  });

  it("that exceed the limit are refused, and the connection stays open", async () => {
    const port = await start(bodyLength);
    const client = await connection(port);
    client.socket.write(post("transfer-encoding: chunked\r\n"));
    const chunk = Buffer.alloc(64 * 1024);
    for (let sent = 0; sent <= BODY_LIMIT; sent += chunk.length) {
      client.socket.write(`${chunk.length.toString(16)}\r\n`);
      client.socket.write(chunk);
      client.socket.write("\r\n");
    }
    await client.until((text) => text.includes("413 Payload Too Large"));
    client.socket.write(`0\r\n\r\n${post("content-length: 2\r\n")}ab`);
    await client.until((text) => text.endsWith("length 2"));
    client.socket.destroy();
  });

  it("are requested with 100 Continue when the handler reads them", async () => {
    const port = await start(bodyLength);
    const client = await connection(port);
    client.socket.write(post("content-length: 2\r\nexpect: 100-continue\r\n"));
    await client.until((text) => text.includes("100 Continue\r\n\r\n"));
    client.socket.write("ab");
    const text = await client.until((received) => received.endsWith("length 2"));
    expect(text).toContain("200 OK");
    client.socket.write(`${post("content-length: 1\r\n")}a`);
    await client.until((received) => received.endsWith("length 1"));
    client.socket.destroy();
  });

  it.each([
    ["the handler does not want", 403, async () => ({ status: 403, headers: {}, body: "no" }), 2],
    ["are too long", 413, bodyLength, BODY_LIMIT + 1],
  ] as const)("that %s are not requested with 100 Continue", async (_case, status, handler, length) => {
    const client = await connection(await start(handler));
    client.socket.write(post(`content-length: ${length}\r\nexpect: 100-continue\r\n`));
    const text = await client.ended;
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toMatch(/connection: close/i);
  });

  it("get 417 for an unknown expectation", async () => {
    const client = await connection(await start(bodyLength));
    client.socket.write(post("content-length: 2\r\nexpect: miracles\r\n"));
    expect(await client.until((text) => text.includes("\r\n\r\n"))).toMatch(/^HTTP\/1.1 417 /);
    client.socket.destroy();
  });

  it("of clients that disconnect are dropped without a log entry", async () => {
    const seen: RequestContext[] = [];
    const outcomes: unknown[] = [];
    const port = await start((context) => {
      seen.push(context);
      const answer = bodyLength(context);
      answer.catch((error) => outcomes.push(error.status.reason));
      return answer;
    });
    const client = await connection(port);
    client.socket.write(`${post("content-length: 10\r\n")}abc`);
    await expect.poll(() => seen.length).toBe(1);
    client.socket.destroy();
    await expect.poll(() => outcomes).toEqual(["BadRequest"]);
    expect([seen[0]?.signal.aborted, logged]).toEqual([true, []]);
  });
});

describe("Upgrade headers", () => {
  const ask = (method: string, path: string, protocol: string): string =>
    `${method} ${path} HTTP/1.1\r\nhost: h\r\nconnection: upgrade\r\nupgrade: ${protocol}\r\ncontent-length: 4\r\n\r\nbody`;
  const mode: Handler = async (context) => ({
    status: 200,
    headers: {},
    body: context.webSocket ? "switches" : `length ${(await context.body()).length}`,
  });

  it.each([
    ["POST", "/api/v1/namespaces/a/configmaps", "h2c", "length 4"],
    ["POST", "/api/v1/namespaces/a/configmaps", "websocket", "length 4"],
    ["GET", "/api/v1/namespaces/a/pods/p/exec", "WebSocket", "switches"],
    ["POST", "/api/v1/namespaces/a/pods/p/exec", "SPDY/3.1", "switches"],
    ["GET", "/api/v1/namespaces/a/services/s/proxy/x", "h2c", "switches"],
  ])("of %s %s with %s: %s", async (method, path, protocol, outcome) => {
    const client = await connection(await start(mode));
    client.socket.write(ask(method, path, protocol));
    expect(await client.until((text) => text.endsWith(outcome))).toMatch(/^HTTP\/1.1 200 OK/);
    client.socket.destroy();
  });
});

describe("WebSockets", () => {
  const streaming =
    (begun: (sink: FrameSink) => void): Handler =>
    async () => ({
      status: 200,
      headers: {},
      stream: begun,
    });
  const open = async (port: number): Promise<WebSocket> => {
    const socket = new WebSocket(`wss://127.0.0.1:${port}/api`, { rejectUnauthorized: false });
    socket.on("error", () => undefined);
    await once(socket, "open");
    return socket;
  };
  const started = async (more: Partial<ListenerOptions> = {}) => {
    let ended = false;
    let sink: FrameSink | undefined;
    const port = await start(
      streaming((begun) => {
        sink = begun;
        begun.signal.addEventListener("abort", () => {
          ended = true;
        });
      }),
      more,
    );
    const socket = await open(port);
    await expect.poll(() => sink).toBeDefined();
    return { socket, sink: sink as unknown as FrameSink, hasEnded: () => ended };
  };

  it("close when a message exceeds the size limit", async () => {
    const { socket, hasEnded } = await started();
    socket.send(Buffer.alloc(100 * 1024));
    const [code] = await once(socket, "close");
    expect(code).toBe(1009);
    await expect.poll(hasEnded).toBe(true);
  });

  it("close when a message has too many fragments", async () => {
    const { socket, hasEnded } = await started();
    const piece = Buffer.alloc(1);
    for (let i = 0; i <= 64 * 1024; i++) socket.send(piece, { fin: false });
    await once(socket, "close");
    await expect.poll(hasEnded).toBe(true);
  });

  it("close when a client sends pings without reading the pongs", async () => {
    const { socket, hasEnded } = await started({ limits: { writeCheckInterval: 50 } });
    const payload = Buffer.alloc(125);
    socket.pause();
    let isOver = false;
    const send = (): void => {
      if (isOver || socket.readyState !== socket.OPEN) return;
      for (let i = 0; i < 1000 && socket.bufferedAmount < 1024 * 1024; i++) socket.ping(payload);
      setImmediate(send);
    };
    send();
    await expect.poll(hasEnded, { timeout: 15_000 }).toBe(true);
    isOver = true;
    socket.terminate();
  });

  it("send one message of any size to a client that reads", async () => {
    const { socket, sink } = await started();
    const frame = Buffer.alloc(12 * 1024 * 1024, "x");
    const received = once(socket, "message");
    expect(sink.write(frame)).toBe(true);
    expect(((await received)[0] as Buffer).length).toBe(frame.length);
    socket.terminate();
  });

  it("close when the client does not read buffered messages", async () => {
    const { socket, sink, hasEnded } = await started({ limits: { writeCheckInterval: 50 } });
    socket.pause();
    const frame = Buffer.alloc(256 * 1024);
    // A sender that waits for room, like the one of a watch's initial state.
    const sending = (async () => {
      while (sink.write(frame)) await sink.drained();
    })();
    await expect.poll(hasEnded, { timeout: 15_000 }).toBe(true);
    await sending;
    socket.terminate();
  });
});
