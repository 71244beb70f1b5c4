import { randomBytes } from "node:crypto";
import http from "node:http";
import { type AddressInfo, connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { Answer, FrameSink, RequestContext } from "../../ground/request/context.ts";
import { testContext } from "../../testing/testServices.ts";
import { respond } from "./respond.ts";

let server: http.Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
});

/** Serves one answer, and fetches it with a client. */
async function fetched(
  answer: Answer,
  options: { context?: RequestContext; method?: string; compress?: boolean; responded?: () => void } = {},
): Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer; response: http.IncomingMessage }> {
  const context = options.context ?? testContext("GET", "/api/v1/pods");
  const running = http.createServer((_request, response) => {
    void respond(context, response, answer, options.compress ?? true).then(options.responded);
  });
  server = running;
  await new Promise<void>((resolve) => running.listen(0, "127.0.0.1", resolve));
  const { port } = running.address() as AddressInfo;
  const response = await new Promise<http.IncomingMessage>((resolve, reject) =>
    http
      .request({ port, method: options.method ?? "GET" }, resolve)
      .on("error", reject)
      .end(),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks), response };
}

const big = "abcdefgh".repeat(20_000);
const gzip = { "accept-encoding": "deflate, gzip" };

describe("respond", () => {
  it("sends chunks as one body with content-length", async () => {
    const context = testContext("GET", "/api/v1/pods");
    context.warnings.push("careful");
    const answer = await fetched(
      { status: 201, headers: { "content-type": "text/x" }, body: [Buffer.from("ab"), Buffer.from("cd")] },
      { context },
    );
    expect([answer.status, answer.body.toString()]).toEqual([201, "abcd"]);
    expect(answer.headers).toMatchObject({
      "content-length": "4",
      "content-type": "text/x",
      "audit-id": "test",
      "cache-control": "no-cache, private",
      warning: '299 - "careful"',
    });
  });

  it("counts bytes, not characters", async () => {
    expect((await fetched({ status: 200, headers: {}, body: "ä€" })).headers["content-length"]).toBe("5");
  });

  it("sends no body for HEAD", async () => {
    const context = testContext("HEAD", "/version");
    const answer = await fetched({ status: 200, headers: {}, body: "hello" }, { context, method: "HEAD" });
    expect([answer.headers["content-length"], answer.body.length]).toEqual(["5", 0]);
  });

  it.each([
    ["compresses a large list", "GET", "/api/v1/pods", 200, big, gzip, true],
    ["compresses a large object", "GET", "/api/v1/namespaces/a/pods/p", 200, big, gzip, true],
    ["does not compress a small list", "GET", "/api/v1/pods", 200, "small", gzip, false],
    ["compresses the response to a large write", "POST", "/api/v1/namespaces/a/pods", 201, big, gzip, true],
    ["compresses a large error", "GET", "/api/v1/pods", 404, big, gzip, true],
    ["does not compress for a client that does not accept gzip", "GET", "/api/v1/pods", 200, big, {}, false],
  ])("%s", async (_case, method, path, status, body, headers, compressed) => {
    const context = testContext(method, path, { headers: headers as Record<string, string> });
    const answer = await fetched({ status, headers: {}, body }, { context });
    expect(answer.headers["content-encoding"] === "gzip").toBe(compressed);
    expect((compressed ? gunzipSync(answer.body) : answer.body).toString()).toBe(body);
  });
});

describe("compression", () => {
  const answer: Answer = { status: 200, headers: {}, body: big };

  it("requires the exact name gzip, as the reference parses the header", async () => {
    for (const [accepted, encoding] of [
      ["gzip", "gzip"],
      ["br , gzip", "gzip"],
      ["gzip;q=1", undefined],
      ["x-gzip", undefined],
    ]) {
      const context = testContext("GET", "/api/v1/pods", { headers: { "accept-encoding": accepted ?? "" } });
      expect((await fetched(answer, { context })).headers["content-encoding"]).toBe(encoding);
      server?.closeAllConnections();
      server?.close();
    }
  });

  it("can be disabled", async () => {
    const context = testContext("GET", "/api/v1/pods", { headers: gzip });
    expect((await fetched(answer, { context, compress: false })).headers["content-encoding"]).toBeUndefined();
  });
});

describe("streams", () => {
  const stream = (start: (sink: FrameSink) => void): Answer => ({
    status: 200,
    headers: { "content-type": "application/json" },
    stream: start,
  });

  it("send frames until their end", async () => {
    const answer = await fetched(
      stream((sink) => {
        expect(sink.write(Buffer.from("one\n"))).toBe(true);
        sink.write(Buffer.from("two\n"));
        sink.end();
        expect(sink.write(Buffer.from("late"))).toBe(false);
        sink.end();
      }),
    );
    expect([answer.body.toString(), answer.headers["transfer-encoding"]]).toEqual(["one\ntwo\n", "chunked"]);
  });

  it("disconnect a client that does not read", async () => {
    const frame = Buffer.alloc(1024 * 1024);
    let taken = 0;
    const failed = await fetched(
      stream((sink) => {
        while (taken < 100 && sink.write(frame)) taken += 1;
      }),
    ).catch((error: Error) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(20);
  });

  it("send one frame of any size to a client that reads", async () => {
    const frame = Buffer.alloc(12 * 1024 * 1024, "x");
    const answer = await fetched(
      stream((sink) => {
        expect(sink.write(frame)).toBe(true);
        sink.end();
      }),
    );
    expect(answer.body.length).toBe(frame.length);
  });

  it("wait for a slow client when the sender supports backpressure", async () => {
    const frame = Buffer.alloc(1024 * 1024, "x");
    let waited = 0;
    const answer = await fetched(
      stream((sink) => {
        void (async () => {
          expect(sink.drained()).toBeUndefined();
          for (let i = 0; i < 16; i++) {
            expect(sink.write(frame)).toBe(true);
            const drained = sink.drained();
            if (drained === undefined) continue;
            waited += 1;
            await drained;
          }
          sink.end();
        })();
      }),
    );
    expect(answer.body.length).toBe(16 * frame.length);
    expect(waited).toBeGreaterThan(0);
  });

  it("do not wait for a client that has disconnected", async () => {
    let settled: Promise<void> | undefined;
    await fetched(
      stream((sink) => {
        for (let i = 0; i < 3; i++) sink.write(Buffer.alloc(1024 * 1024));
        settled = sink.drained();
        server?.closeAllConnections();
      }),
    ).catch(() => undefined);
    await settled;
  });
});

describe("large responses to a client that does not read", () => {
  const piece = Buffer.alloc(64 * 1024, "ab");

  it.each([
    ["a list", Array.from({ length: 2000 }, () => piece), {}],
    ["a single string", "x".repeat(64 * 1024 * 1024), {}],
    // Random data, which compression does not make smaller.
    ["a compressed list", Array.from({ length: 500 }, () => randomBytes(128 * 1024)), gzip],
  ] as const)("are written in small parts as the client reads: %s", async (_case, body, headers) => {
    const context = testContext("GET", "/api/v1/pods", { headers });
    let response: http.ServerResponse | undefined;
    let isDone = false;
    const running = http.createServer((_request, begun) => {
      response = begun;
      const done = (): void => {
        isDone = true;
      };
      respond(context, begun, { status: 200, headers: {}, body }, true).then(done, done);
    });
    server = running;
    await new Promise<void>((resolve) => running.listen(0, "127.0.0.1", resolve));
    const client = connect((running.address() as AddressInfo).port, "127.0.0.1");
    client.on("error", () => undefined);
    client.pause().write("GET / HTTP/1.1\r\nhost: h\r\n\r\n");
    await expect.poll(() => response?.writableNeedDrain).toBe(true);
    expect(response?.writableLength).toBeLessThanOrEqual(1024 * 1024);
    expect(isDone).toBe(false);
    client.destroy();
    await expect.poll(() => isDone).toBe(true);
  });
});
