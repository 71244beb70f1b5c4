import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { connect as connectTls, type PeerCertificate, type TLSSocket } from "node:tls";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { rawConnection } from "../testing/rawConnection.ts";
import { servingCertificate } from "../testing/servingCertificate.ts";
import { GuardedServer, type GuardedServerOptions } from "./guardedServer.ts";
import type { ServerLimits } from "./serverLimits.ts";

let server: GuardedServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

type OnRequest = GuardedServerOptions["onRequest"];

/** @returns the port */
async function start(onRequest: OnRequest, more: Omit<GuardedServerOptions, "onRequest"> = {}): Promise<number> {
  server = new GuardedServer({ onRequest, ...more });
  return (await server.listen(0, "127.0.0.1")).port;
}

/** Short timeouts, so that tests need not wait for the checks. */
const SOON: Partial<ServerLimits> = { headTime: 100, requestTime: 200, checkEvery: 20 };
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: h\r\n\r\n`;
const ok: OnRequest = (_request, response) => void response.end("ok");

/**
 * The client runs in a separate thread, because the server's thread is kept busy. It posts one body after the other.
 */
const POSTS = `
  const https = require("node:https");
  const { parentPort, workerData: { port, count, size } } = require("node:worker_threads");
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
  const body = Buffer.alloc(size, "x");
  const post = () => new Promise((resolve) => {
    const options = { host: "127.0.0.1", port, agent, method: "POST", headers: { "content-length": body.length } };
    const request = https.request(options, (response) => {
      response.on("error", (error) => resolve(error.code));
      response.resume().on("end", () => resolve(response.statusCode));
    });
    request.on("error", (error) => resolve(error.code));
    request.end(body);
  });
  (async () => {
    const outcomes = {};
    for (let i = 0; i < count; i++) {
      const outcome = await post();
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    agent.destroy();
    parentPort.postMessage(outcomes);
  })();
`;

/** Blocks the thread, as on a busy machine. */
function occupy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe("the rest of the body of an answered request", () => {
  const refuse: OnRequest = (_request, response) => void response.end("[no]");
  const post = "POST /a HTTP/1.1\r\nhost: h\r\n";
  const limits = { restBytes: 100_000 };

  it.each(["content-length: 99999999999", "transfer-encoding: chunked"])(
    "is not read without end: %s",
    async (head) => {
      const client = await rawConnection(await start(refuse, { limits }));
      client.socket.write(`${post}${head}\r\n\r\n`);
      await client.until((text) => text.includes("[no]"));
      const chunk = `2710\r\n${"x".repeat(10_000)}\r\n`;
      const send = (): void => {
        if (!client.socket.destroyed) client.socket.write(chunk, () => setImmediate(send));
      };
      send();
      expect((await client.ended).match(/\[no\]/g)).toHaveLength(1);
    },
  );

  it("is dropped when it is short, and the connection stays open", async () => {
    const client = await rawConnection(await start(refuse, { limits }));
    for (let i = 1; i <= 3; i++) {
      client.socket.write(`${post}content-length: 90000\r\n\r\n`);
      await client.until((text) => text.split("[no]").length > i);
      client.socket.write("x".repeat(90_000));
    }
    client.socket.write(get("/b"));
    await client.until((text) => text.split("[no]").length > 4);
    client.socket.destroy();
  });
});

describe("methods that Node's parser does not know", () => {
  /** Answers with the method, the path and the body. */
  const echo: OnRequest = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => response.end(`[${request.method} ${request.url} ${Buffer.concat(chunks)}]`));
  };
  const head = (line: string, ...headers: string[]): string =>
    [`${line} HTTP/1.1`, "host: h", ...headers, "", ""].join("\r\n");

  it.each<readonly [string, readonly string[], readonly string[]]>([
    ["alone", [head("FOO /a")], ["[FOO /a ]"]],
    ["of lower case", [head("get /a")], ["[get /a ]"]],
    ["with a body", [`${head("FOO /a", "content-length: 3")}xyz`], ["[FOO /a xyz]"]],
    ["one after the other", [head("FOO /a") + head("BAR /b"), head("GET /c")], ["[FOO /a ]", "[BAR /b ]", "[GET /c ]"]],
    [
      "after a body of known length",
      [`${head("POST /a", "content-length: 3")}xyz${head("FOO /b")}`],
      ["[POST /a xyz]", "[FOO /b ]"],
    ],
    [
      "after a body in chunks",
      [`${head("POST /a", "transfer-encoding: chunked")}3\r\nxyz\r\n0\r\n\r\n`, head("FOO /b")],
      ["[POST /a xyz]", "[FOO /b ]"],
    ],
  ])("reach the handler: %s", async (_name, pieces, wanted) => {
    const port = await start(echo);
    const client = await rawConnection(port);
    const answers = (text: string): readonly string[] => text.match(/\[.*\]/g) ?? [];
    let asked = 0;
    for (const piece of pieces) {
      client.socket.write(piece);
      asked += piece.split("host: h").length - 1;
      await client.until((text) => answers(text).length === asked);
    }
    expect(answers(client.received())).toEqual(wanted);
  });

  it("are not looked for in bodies and in the middle of heads", async () => {
    const port = await start(echo);
    const client = await rawConnection(port);
    const body = "FOO /x HTTP/1.1\r\n\r\n";
    client.socket.write(head("POST /a", `content-length: ${2 * body.length}`));
    client.socket.write(body);
    client.socket.write(body);
    await client.until((text) => text.includes("]"));
    expect(client.received()).toContain(`[POST /a ${body}${body}]`);
    // Node refuses this request itself; its body is not the start of another one.
    client.socket.write(`${head("FOO /b", "expect: magic", `content-length: ${body.length}`)}`);
    await client.until((text) => text.includes("417 Expectation Failed"));
    client.socket.write(`${body}${head("GET /c")}`);
    await client.until((text) => text.includes("/c"));
    expect(client.received()).toContain("[GET /c ]");
  });

  it("are refused when they are no tokens", async () => {
    const port = await start(echo);
    const client = await rawConnection(port);
    client.socket.write(head("F(O /a"));
    expect(await client.ended).toContain("400 Bad Request");
  });
});

describe("pipelined and successive requests of a connection", () => {
  it("are served when they arrive before the previous response has been completed internally", async () => {
    const answer = Buffer.alloc(20_000, "y");
    const port = await start(
      (request, response) => {
        request.resume().on("end", () => {
          setImmediate(() => response.end(answer));
          // The thread is blocked right after the answer was written: the client has the answer, and its next request
          // arrives before the thread handles anything else.
          setImmediate(() => occupy(5));
        });
      },
      { tls: await servingCertificate() },
    );
    const worker = new Worker(POSTS, { eval: true, workerData: { port, count: 200, size: 40_000 } });
    const outcomes = await new Promise((resolve, reject) => worker.on("message", resolve).on("error", reject));
    expect(outcomes).toEqual({ 200: 200 });
  });

  it("are handled one at a time, in order", async () => {
    const begun: string[] = [];
    const open = new Map<string, ServerResponse>();
    const port = await start((request, response) => {
      begun.push(request.url ?? "");
      open.set(request.url ?? "", response);
    });
    const client = await rawConnection(port);
    client.socket.write(get("/a") + get("/b") + get("/c"));
    const answer = async (path: string): Promise<void> => {
      open.get(path)?.end(`[${path}]`);
      await client.until((text) => text.includes(`[${path}]`));
    };
    await expect.poll(() => begun).toEqual(["/a"]);
    await answer("/a");
    await expect.poll(() => begun).toEqual(["/a", "/b"]);
    await answer("/b");
    await expect.poll(() => begun).toEqual(["/a", "/b", "/c"]);
    await answer("/c");
    expect(client.received().match(/\[\/.\]/g)).toEqual(["[/a]", "[/b]", "[/c]"]);
  });

  it("are not handled after a response that closes the connection", async () => {
    const begun: string[] = [];
    const port = await start((request, response) => {
      begun.push(request.url ?? "");
      response.writeHead(200, { connection: "close" }).end("bye");
    });
    const client = await rawConnection(port);
    client.socket.write(get("/a") + get("/b"));
    expect(await client.ended).toContain("bye");
    expect(begun).toEqual(["/a"]);
  });

  it.each([
    ["without bodies", "", ""],
    ["with bodies", "content-length: 4\r\n", "\r\n\r\n"],
    ["with bodies in chunks", "transfer-encoding: chunked\r\n", "4\r\n\r\n\r\n\r\n0\r\n\r\n"],
  ])("%s are all answered, however many come ahead", async (_case, header, body) => {
    const bodies: string[] = [];
    const port = await start((request, response) => {
      let text = "";
      request.on("data", (bytes: Buffer) => (text += bytes.toString("latin1")));
      request.on("end", () => {
        bodies.push(text);
        setImmediate(() => response.end(`[${request.url}]`));
      });
    });
    const client = await rawConnection(port);
    const paths = Array.from({ length: 1000 }, (_, i) => `/${i}`);
    client.socket.write(paths.map((path) => `POST ${path} HTTP/1.1\r\nhost: h\r\n${header}\r\n${body}`).join(""));
    await client.until((text) => text.includes("[/999]"));
    expect(client.received().match(/\[\/\d+\]/g)).toEqual(paths.map((path) => `[${path}]`));
    expect(new Set(bodies)).toEqual(new Set([body === "" ? "" : "\r\n\r\n"]));
  });

  it("end with it, also while more requests wait than the server reads ahead", async () => {
    const closed: string[] = [];
    const port = await start((request, response) => {
      response.on("close", () => closed.push(request.url ?? ""));
    });
    const client = await rawConnection(port);
    client.socket.write(get("/a") + get("/b").repeat(1000));
    await new Promise(setImmediate);
    client.socket.destroy();
    await expect.poll(() => closed).toEqual(["/a"]);
  });

  it("stop after one unread response, until the slow client's connection is closed", async () => {
    const answer = Buffer.alloc(16 * 1024 * 1024);
    let begun = 0;
    let isOver = false;
    const port = await start(
      (request, response) => {
        begun += 1;
        request.socket.on("close", () => {
          isOver = true;
        });
        response.end(answer);
      },
      { limits: { writeCheckInterval: 20 } },
    );
    const client = await rawConnection(port);
    client.socket.pause();
    client.socket.write(get("/").repeat(500));
    await expect.poll(() => isOver).toBe(true);
    // The operating system may take a whole answer into its buffers.
    expect(begun).toBeLessThan(3);
    client.socket.destroy();
  });

  it("can upgrade once the previous responses have been sent", async () => {
    const open: ServerResponse[] = [];
    const port = await start((_request, response) => void open.push(response), {
      onUpgrade: (_request, socket) => void socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\nnew"),
    });
    const client = await rawConnection(port);
    client.socket.write(`${get("/a")}GET / HTTP/1.1\r\nhost: h\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n`);
    await expect.poll(() => open.length).toBe(1);
    expect(client.received()).toBe("");
    open[0]?.end("first");
    expect(await client.ended).toMatch(/first.*101.*new$/s);
  });
});

it("upgrades that arrive together start in several turns of the event loop, as requests do", async () => {
  let turn = 0;
  const begun: number[] = [];
  const port = await start(ok, {
    onUpgrade: (_request, socket) => {
      begun.push(turn);
      occupy(12);
      socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n");
    },
  });
  const clients = await Promise.all(Array.from({ length: 4 }, () => rawConnection(port)));
  for (const { socket, until } of clients) {
    socket.write(get("/"));
    await until((text) => text.endsWith("ok"));
  }
  for (const { socket } of clients)
    socket.write("GET / HTTP/1.1\r\nhost: h\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n");
  const count = (): void => {
    turn += 1;
    if (begun.length < clients.length) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(clients.map(({ ended }) => ended));
  expect(new Set(begun).size).toBe(4);
});

describe("headers", () => {
  it("are all received, however many there are, in requests and upgrades", async () => {
    const seen: (string | string[] | undefined)[] = [];
    const port = await start(
      ({ headers }, response) => {
        seen.push(headers["impersonate-user"]);
        response.end("ok");
      },
      {
        onUpgrade: ({ headers }, socket) => {
          seen.push(headers["impersonate-user"]);
          socket.end("over");
        },
      },
    );
    const many = Array.from({ length: 3000 }, (_, i) => `h${i}: v\r\n`).join("");
    const client = await rawConnection(port);
    client.socket.write(`GET / HTTP/1.1\r\nhost: h\r\n${many}impersonate-user: bob\r\n\r\n`);
    await client.until((text) => text.endsWith("ok"));
    client.socket.write(
      `GET / HTTP/1.1\r\nhost: h\r\nconnection: upgrade\r\nupgrade: x\r\n${many}impersonate-user: eve\r\n\r\n`,
    );
    await client.ended;
    expect(seen).toEqual(["bob", "eve"]);
  });

  it.each([
    [
      "that are too large",
      `GET / HTTP/1.1\r\nhost: h\r\nx: ${"y".repeat(70_000)}\r\n\r\n`,
      "431 Request Header Fields Too Large",
    ],
    ["without a Host field", "GET / HTTP/1.1\r\n\r\n", "400 Bad Request"],
    ["with two Host fields", "GET / HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n", "400 Bad Request"],
    [
      "with two Content-Length fields",
      "POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
      "400 Bad Request",
    ],
    [
      "with Content-Length and chunked encoding",
      "POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      "400 Bad Request",
    ],
    ["without a request line", "hello\r\n\r\n", "400 Bad Request"],
  ])("%s are refused, and the connection is closed", async (_case, head, status) => {
    let begun = 0;
    const port = await start(() => {
      begun += 1;
    });
    const client = await rawConnection(port);
    client.socket.write(head);
    expect(await client.ended).toMatch(new RegExp(`^HTTP/1.1 ${status}\r\n`));
    expect(begun).toBe(0);
  });

  it("of upgrades must have exactly one host, too", async () => {
    let begun = 0;
    const port = await start(ok, {
      onUpgrade: () => {
        begun += 1;
      },
    });
    const client = await rawConnection(port);
    client.socket.write("GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n");
    expect(await client.ended).toContain("400 Bad Request");
    expect(begun).toBe(0);
  });
});

describe("slow clients", () => {
  it("time out while sending request headers", async () => {
    const port = await start(ok, { limits: SOON });
    const client = await rawConnection(port);
    client.socket.write("GET / HTTP/1.1\r\nhost:");
    expect(await client.ended).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n.*connection: close/s);
  });

  it("that send nothing are disconnected without a response", async () => {
    const port = await start(ok, { limits: SOON });
    expect(await (await rawConnection(port)).ended).toBe("");
  });

  it("that do not finish the TLS handshake are disconnected", async () => {
    const port = await start(ok, { tls: await servingCertificate(), limits: SOON });
    expect(await (await rawConnection(port)).ended).toBe("");
  });

  it("time out while sending a request body", async () => {
    const port = await start((request) => void request.resume(), { limits: SOON });
    const client = await rawConnection(port);
    client.socket.write("POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 10\r\n\r\nabc");
    expect(await client.ended).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
  });

  it("that stop reading a large response are disconnected, those that keep reading are not", async () => {
    const over: string[] = [];
    const port = await start(
      ({ url = "", socket }, response) => {
        socket.on("close", () => over.push(url));
        Readable.from(endless()).pipe(response);
      },
      { limits: { writeCheckInterval: 100 } },
    );
    const [silent, reading] = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
    for (const socket of [silent, reading]) socket.on("error", () => undefined);
    silent.pause().write(get("/silent"));
    reading.resume().write(get("/reading"));
    await expect.poll(() => over, { timeout: 10_000 }).toEqual(["/silent"]);
    const before = reading.bytesRead;
    await expect.poll(() => reading.bytesRead).toBeGreaterThan(before);
    for (const socket of [silent, reading]) socket.destroy();
  });
});

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(256 * 1024);
}

describe("connections without a request", () => {
  it("are served when a request arrives in time while the event loop is busy", async () => {
    const port = await start(ok, { limits: { idleTime: 60 } });
    const client = await rawConnection(port);
    const answers = (): number => client.received().split("200 OK").length - 1;
    client.socket.write(get("/1"));
    await client.until(() => answers() === 1);
    // The event loop would otherwise read the request before its timers run.
    await new Promise(setImmediate);
    client.socket.write(get("/2"));
    // Node adds a second to the time that it is given.
    occupy(1_300);
    await client.ended;
    expect(answers()).toBe(2);
  });

  it("are limited in number by closing the oldest; active connections stay open", async () => {
    const port = await start(ok, { limits: { silentConnections: 3 } });
    const working = await rawConnection(port);
    working.socket.write(get("/"));
    await working.until((text) => text.endsWith("ok"));
    const silent = [];
    for (let i = 0; i < 5; i++) silent.push(await rawConnection(port));
    await Promise.all([silent[0]?.ended, silent[1]?.ended]);
    expect(silent.map(({ socket }) => socket.destroyed)).toEqual([true, true, false, false, false]);
    working.socket.write(get("/"));
    await working.until((text) => text.split("200 OK").length === 3);
  });

  it("count once when TLS is layered on top", async () => {
    const port = await start(ok, { tls: await servingCertificate(), limits: { silentConnections: 2 } });
    const secure = await rawConnection(port, { secure: true });
    const bare = await rawConnection(port);
    secure.socket.write(get("/"));
    await secure.until((text) => text.includes("200 OK"));
    for (let i = 0; i < 2; i++) await rawConnection(port);
    await bare.ended;
    expect(secure.socket.destroyed).toBe(false);
    secure.socket.destroy();
  });
});

it("close ends idle, silent, active and upgraded connections", async () => {
  const port = await start(() => undefined, { onUpgrade: (_request, socket) => void socket.write("open") });
  const silent = await rawConnection(port);
  const running = await rawConnection(port);
  running.socket.write(get("/"));
  const upgraded = await rawConnection(port);
  upgraded.socket.write("GET / HTTP/1.1\r\nhost: h\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n");
  await upgraded.until((text) => text.includes("open"));
  await server?.close();
  await Promise.all([silent.ended, running.ended, upgraded.ended]);
});

it("a client that aborts an upgrade does not end the process", async () => {
  const seen: string[] = [];
  const port = await start(ok, {
    onUpgrade: (_request, socket) => {
      socket.on("close", () => seen.push("closed"));
      socket.write("x".repeat(1000));
      seen.push("open");
    },
  });
  const client = await rawConnection(port);
  client.socket.write("GET / HTTP/1.1\r\nhost: h\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n");
  await expect.poll(() => seen).toEqual(["open"]);
  client.socket.resetAndDestroy();
  await expect.poll(() => seen).toEqual(["open", "closed"]);
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    http.get({ port, agent: false }, resolve).on("error", reject),
  );
  expect(answer.resume().statusCode).toBe(200);
});

it("a client cannot renegotiate TLS 1.2", async () => {
  const port = await start(ok, { tls: await servingCertificate() });
  const socket = connectTls({ host: "127.0.0.1", port, rejectUnauthorized: false, maxVersion: "TLSv1.2" });
  await new Promise((resolve) => socket.once("secureConnect", resolve));
  const ended = new Promise((resolve) => socket.once("error", resolve).once("close", resolve));
  let isRenegotiated = false;
  socket.renegotiate({}, (error) => {
    isRenegotiated = error === null;
  });
  await ended;
  expect(isRenegotiated).toBe(false);
});

describe("a connection from within the process", () => {
  const seen: OnRequest = ({ socket }, response) => void response.end(`${socket.remoteAddress} ${socket.remotePort}`);
  const secureTo = (): TLSSocket => {
    const client = connectTls({ socket: server?.accept("10.244.0.7") as never, rejectUnauthorized: false });
    return client.on("error", () => undefined);
  };
  const answerOn = async (client: Readable, send: () => void): Promise<string> => {
    send();
    let text = "";
    for await (const chunk of client) text += String(chunk);
    return text;
  };

  it("is served, and has the given remote address", async () => {
    await start(seen, { tls: await servingCertificate() });
    const ask = (): Promise<string> => {
      const client = secureTo();
      return answerOn(client, () => client.end("GET / HTTP/1.0\r\nhost: h\r\n\r\n"));
    };
    const [first, second] = [await ask(), await ask()];
    expect(first).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\r\n\r\n10\.244\.0\.7 \d+$/);
    expect(second).not.toBe(first);
  });

  it("uses the current serving certificate", async () => {
    await start(seen, { tls: await servingCertificate() });
    const shown = async (): Promise<PeerCertificate> => {
      const client = secureTo();
      await new Promise((resolve) => client.on("secureConnect", resolve));
      const certificate = client.getPeerCertificate();
      client.destroy();
      return certificate;
    };
    const before = await shown();
    expect((await shown()).fingerprint).toBe(before.fingerprint);
    server?.setSecureContext(await servingCertificate());
    expect((await shown()).fingerprint).not.toBe(before.fingerprint);
  });

  it("receives a plain-text error when it does not begin with TLS", async () => {
    await start(seen, { tls: await servingCertificate() });
    const client = server?.accept("10.244.0.7") as unknown as Readable & { write(text: string): void };
    expect(await answerOn(client, () => client.write(get("/")))).toContain("an HTTP request to an HTTPS server");
  });

  it("counts towards the limit of silent connections, and is closed with the server", async () => {
    await start(seen, { tls: await servingCertificate(), limits: { silentConnections: 1 } });
    const closed = (client: TLSSocket) => new Promise((resolve) => client.on("close", resolve));
    const first = closed(secureTo());
    const second = closed(secureTo());
    await first;
    await server?.close();
    await second;
    await closed(secureTo());
  });
});
