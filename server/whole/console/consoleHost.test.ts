import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { encodeViewAs, VIEW_AS_HEADER, VIEW_AS_PARAMETER } from "../../../shared/viewAs.ts";
import { rawConnection } from "../../serving/http/testing/rawConnection.ts";
import { createClusterRegistry } from "./clusterRegistry.ts";
import { type ConsoleHost, startConsoleHost } from "./consoleHost.ts";
import { type FakeCluster, startFakeCluster } from "./testing/fakeCluster.ts";
import { rawRequest } from "./testing/rawRequest.ts";

let folder = "";
let fake: FakeCluster;
let host: ConsoleHost;
let cookie = "";

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "orrery-page-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<title>page</title>");
  writeFileSync(join(folder, "assets/app.js"), "1;");
  fake = await startFakeCluster();
  host = await startConsoleHost({ clusters: createClusterRegistry([fake.cluster]), rendererDir: folder });
  const { pathname, search } = new URL(host.openUrl);
  const admitted = await rawRequest(host.url, pathname + search);
  cookie = String(admitted.headers["set-cookie"]).split(";")[0] ?? "";
});

afterEach(async () => {
  await host.close();
  await fake.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  rawRequest(host.url, path, { headers: { cookie, ...headers } });

describe("admission of clients", () => {
  test("accepts the secret once, and sets an HttpOnly, SameSite=Strict cookie", async () => {
    const { pathname, search } = new URL(host.openUrl);
    const first = await rawRequest(host.url, pathname + search);
    expect(first.status).toBe(303);
    expect(first.headers.location).toBe("/");
    expect(String(first.headers["set-cookie"])).toMatch(/^orrery-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect((await rawRequest(host.url, pathname + search)).status).toBe(401);
  });

  test("refuses requests without the cookie or with a wrong one", async () => {
    for (const path of ["/", "/assets/app.js", "/host/clusters", "/clusters/fake/api", "/?secret=wrong"]) {
      expect((await rawRequest(host.url, path)).status).toBe(401);
      expect((await rawRequest(host.url, path, { headers: { cookie: `${cookie}x` } })).status).toBe(401);
    }
    expect(fake.requests).toHaveLength(0);
  });

  test("refuses a foreign Host header even with the cookie, and keeps the secret unused", async () => {
    const { port } = new URL(host.url);
    for (const name of [
      "evil.example",
      `evil.example:${port}`,
      "127.0.0.1",
      `127.0.0.1:${Number(port) + 1}`,
      `[::1]:${port}`,
    ]) {
      expect((await get("/host/clusters", { host: name })).status).toBe(421);
    }
    const { pathname, search } = new URL(host.openUrl);
    expect((await rawRequest(host.url, pathname + search, { headers: { host: "evil.example" } })).status).toBe(421);
    expect((await get("/host/clusters", { host: `localhost:${port}` })).status).toBe(200);
  });

  test("refuses a foreign Origin", async () => {
    for (const origin of ["http://evil.example", "null", host.url.replace("http:", "https:"), `${host.url}0`]) {
      expect((await get("/clusters/fake/api", { origin })).status).toBe(403);
    }
    expect((await get("/clusters/fake/api", { origin: host.url })).status).toBe(200);
  });
});

describe("the page", () => {
  test("is served with a strict content security policy", async () => {
    const answer = await get("/");
    expect(answer.body).toContain("<title>page");
    const policy = String(answer.headers["content-security-policy"]);
    for (const part of [
      "default-src 'self'",
      "frame-ancestors 'self'",
      "worker-src 'self' blob:",
      "script-src 'self';",
    ]) {
      expect(policy).toContain(part);
    }
    expect(policy).toContain(`connect-src 'self' ${host.url.replace("http", "ws")}`);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });

  test("serves the page for view paths, and 404 for missing files", async () => {
    expect((await get("/c/sandbox/core/v1/pods/default/my.pod/yaml")).headers["content-type"]).toBe(
      "text/html; charset=utf-8",
    );
    expect((await get("/c/x/apps/v1/things/default/a.js")).status).toBe(200);
    expect((await get("/assets/old.js")).status).toBe(404);
    const script = await get("/assets/app.js");
    expect(script.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(script.headers["cache-control"]).toContain("immutable");
    expect((await rawRequest(host.url, "/", { method: "POST", headers: { cookie } })).status).toBe(405);
  });

  test("lists the clusters without credentials", async () => {
    const answer = await get("/host/clusters");
    expect(JSON.parse(answer.body)).toEqual([
      {
        id: "fake",
        name: "Fake",
        kind: "remote",
        state: "running",
        vocabulary: "orch",
        apiServer: fake.cluster.apiServer,
        kubeconfig: "/somewhere/kubeconfig",
        colour: "#123456",
      },
    ]);
    expect((await get("/host/other")).status).toBe(404);
  });
});

describe("requests to a cluster", () => {
  test("add the cluster's credential, and drop the cookie and the page's own credentials", async () => {
    const answer = await get("/clusters/fake/api/v1/pods?limit=5", {
      accept: "application/json;as=Table",
      authorization: "Bearer of-the-page",
      origin: host.url,
      referer: `${host.url}/c/fake`,
      connection: "close, x-hop",
      "x-hop": "1",
    });
    expect(JSON.parse(answer.body)).toEqual({ path: "/api/v1/pods?limit=5" });
    const headers = fake.requests[0]?.headers ?? {};
    expect(headers.authorization).toBe("Bearer top-secret-token");
    expect(headers.accept).toBe("application/json;as=Table");
    for (const name of ["cookie", "origin", "referer", "x-hop"]) expect(headers).not.toHaveProperty(name);
    expect(JSON.stringify(answer)).not.toContain("top-secret-token");
  });

  test("pass bodies and errors through, but not cookies and foreign policies", async () => {
    fake.answer((request, response) => {
      response.writeHead(409, {
        "content-type": "application/json",
        warning: '299 - "w"',
        "set-cookie": "a=b",
        "access-control-allow-origin": "*",
      });
      request.pipe(response);
    });
    const answer = await rawRequest(host.url, "/clusters/fake/api", {
      method: "POST",
      headers: { cookie },
      body: '{"a":1}',
    });
    expect(answer).toMatchObject({ status: 409, body: '{"a":1}' });
    expect(answer.headers["warning"]).toBe('299 - "w"');
    expect(answer.headers).not.toHaveProperty("set-cookie");
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test("stream an endless response, and close it upstream when the page disconnects", async () => {
    const closed = new Promise<void>((resolve) => {
      fake.answer((_request, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write("first\n");
        response.on("close", resolve);
      });
    });
    const controller = new AbortController();
    const answer = await fetch(`${host.url}/clusters/fake/api?watch=1`, {
      headers: { cookie },
      signal: controller.signal,
    });
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first\n");
    controller.abort();
    await closed;
  });

  test("fail when the cluster dies during a response, without affecting others", async () => {
    fake.answer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write("{", () => response.destroy());
    });
    await expect(get("/clusters/fake/api")).rejects.toThrow();
    fake.answer((_request, response) => response.destroy());
    expect(await get("/clusters/fake/api")).toMatchObject({ status: 502 });
    expect((await get("/host/clusters")).status).toBe(200);
  });

  test("with path traversal or to unknown clusters are refused", async () => {
    for (const path of [
      "/clusters/fake/../x",
      "/clusters/fake/%2e%2e/x",
      "/clusters/fake//x",
      "/clusters/fake/a%2fb",
    ]) {
      expect((await get(path)).status).toBe(400);
    }
    expect(JSON.parse((await get("/clusters/other/api")).body)).toMatchObject({ kind: "Status", code: 404 });
    expect(fake.requests).toHaveLength(0);
  });

  test("to an unreachable cluster return a Status without the credential", async () => {
    await fake.close();
    const answer = await get("/clusters/fake/api");
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.body)).toMatchObject({ kind: "Status", reason: "BadGateway" });
    expect(answer.body).not.toContain("top-secret-token");
  });
});

describe("WebSockets to a cluster", () => {
  const connect = (path: string, headers: Record<string, string> = {}) =>
    new WebSocket(`${host.url.replace("http", "ws")}${path}`, ["v5.channel"], {
      headers: { cookie, origin: host.url, ...headers },
    });
  const refusal = (socket: WebSocket): Promise<number> =>
    new Promise((resolve, reject) => {
      socket.on("unexpected-response", (_request, answer) => resolve(answer.statusCode ?? 0));
      socket.on("open", () => reject(new Error("was let in")));
      socket.on("error", () => {});
    });
  const next = (socket: WebSocket): Promise<string> =>
    new Promise((resolve) => socket.once("message", (data) => resolve(String(data))));

  test("forward frames both ways, and turn the accept parameter into a header", async () => {
    const socket = connect(
      `/clusters/fake/api/v1/pods?watch=1&accept=${encodeURIComponent("application/json;as=Table")}`,
    );
    expect(await next(socket)).toBe("hello /api/v1/pods?watch=1");
    const echoed = next(socket);
    socket.send("42");
    expect(await echoed).toBe("echo 42");
    expect(socket.protocol).toBe("v5.channel");
    const headers = fake.requests[0]?.headers ?? {};
    expect(headers).toMatchObject({ accept: "application/json;as=Table", authorization: "Bearer top-secret-token" });
    expect(headers).not.toHaveProperty("cookie");
    expect(headers).not.toHaveProperty("origin");
    socket.close();
  });

  test("send the view-as user as impersonation headers, as requests do, and refuse malformed ones", async () => {
    const viewAs = encodeViewAs({ username: "zoë", groups: ["a, b", "c"] });
    const socket = connect(`/clusters/fake/api/v1/pods?watch=1&${VIEW_AS_PARAMETER}=${encodeURIComponent(viewAs)}`);
    expect(await next(socket)).toBe("hello /api/v1/pods?watch=1");
    socket.close();
    await get("/clusters/fake/api", { [VIEW_AS_HEADER]: viewAs });
    for (const request of fake.requests) {
      expect(request.headersDistinct).toMatchObject({
        "impersonate-user": ["zo\u00c3\u00ab"],
        "impersonate-group": ["a, b", "c"],
      });
      expect(request.headers).not.toHaveProperty(VIEW_AS_HEADER);
    }
    expect(fake.requests).toHaveLength(2);
    expect(await refusal(connect(`/clusters/fake/api?${VIEW_AS_PARAMETER}=x`))).toBe(400);
    expect((await get("/clusters/fake/api", { [VIEW_AS_HEADER]: "x" })).status).toBe(400);
    expect((await get("/clusters/fake/api", { "Impersonate-User": "other" })).status).toBe(400);
    expect(await refusal(connect("/clusters/fake/api", { "Impersonate-Group": "system:masters" }))).toBe(400);
    expect(fake.requests).toHaveLength(2);
  });

  test("are refused without a cookie, without an Origin, from a foreign Origin, and to a foreign Host", async () => {
    expect(await refusal(connect("/clusters/fake/api", { cookie: "" }))).toBe(401);
    expect(await refusal(connect("/clusters/fake/api", { origin: "http://evil.example" }))).toBe(403);
    expect(await refusal(connect("/clusters/fake/api", { host: "evil.example" }))).toBe(421);
    const bare = new WebSocket(`${host.url.replace("http", "ws")}/clusters/fake/api`, { headers: { cookie } });
    expect(await refusal(bare)).toBe(403);
    expect(fake.requests).toHaveLength(0);
  });

  test("forward the cluster's refusal", async () => {
    expect(await refusal(connect("/clusters/fake/refused"))).toBe(403);
    expect(await refusal(connect("/clusters/fake/a%2fb"))).toBe(400);
    expect(await refusal(connect("/clusters/none/api"))).toBe(404);
  });

  test("close when the cluster dies, and close the cluster's connection when the page disconnects", async () => {
    const abandoned = connect("/clusters/fake/api");
    const ended = new Promise((resolve) => abandoned.once("close", resolve));
    await next(abandoned);
    await fake.close();
    await ended;
    fake = await startFakeCluster();
    await host.close();
    host = await startConsoleHost({ clusters: createClusterRegistry([fake.cluster]), rendererDir: folder });
  });

  test("close when the host closes", async () => {
    const socket = connect("/clusters/fake/api");
    await next(socket);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    await host.close();
    await closed;
    host = await startConsoleHost({ clusters: createClusterRegistry([fake.cluster]), rendererDir: folder });
  });
});

test("a port in use is reported as an error", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as { port: number };
  await expect(startConsoleHost({ clusters: createClusterRegistry(), rendererDir: folder, port })).rejects.toThrow(
    /EADDRINUSE/,
  );
  other.close();
});

describe("requests of untrusted clients", () => {
  /** Sends raw bytes, and resolves with the beginning of the answer. */
  const raw = async (text: string): Promise<string> => {
    const client = await rawConnection(Number(new URL(host.url).port));
    client.socket.write(text);
    const answer = await client.until((received) => received.includes("\r\n\r\n"));
    client.socket.destroy();
    return answer;
  };
  const many = Array.from({ length: 1100 }, (_, i) => `x-${i}: 1\r\n`).join("");

  test("a foreign Origin is detected after any number of headers, also in an upgrade", async () => {
    const { host: name } = new URL(host.url);
    const head = `GET /clusters/fake/api HTTP/1.1\r\nhost: ${name}\r\ncookie: ${cookie}\r\n`;
    expect(await raw(`${head}${many}origin: http://evil.example\r\n\r\n`)).toMatch(/^HTTP\/1.1 403 /);
    const upgrade = `${head}connection: upgrade\r\nupgrade: websocket\r\norigin: ${host.url}\r\n`;
    expect(await raw(`${upgrade}${many}origin: http://evil.example\r\n\r\n`)).toMatch(/^HTTP\/1.1 403 /);
    expect(await raw(`${head}${many}impersonate-user: bob\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /);
    expect(fake.requests).toHaveLength(0);
  });

  test("an invalid request target is refused, and does not fail the host", async () => {
    const { host: name } = new URL(host.url);
    const admitted = `cookie: ${cookie}\r\norigin: ${host.url}\r\n`;
    expect(await raw(`GET // HTTP/1.1\r\nhost: ${name}\r\n\r\n`)).toMatch(/^HTTP\/1.1 401 /);
    expect(
      await raw(`GET // HTTP/1.1\r\nhost: ${name}\r\n${admitted}connection: upgrade\r\nupgrade: websocket\r\n\r\n`),
    ).toMatch(/^HTTP\/1.1 400 /);
  });

  test("a page that never reads is disconnected, and the cluster's connection is closed", async () => {
    await host.close();
    host = await startConsoleHost({
      clusters: createClusterRegistry([fake.cluster]),
      rendererDir: folder,
      limits: { writeCheckInterval: 50 },
    });
    const { pathname, search, port } = new URL(host.openUrl);
    const admitted = await rawRequest(host.url, pathname + search);
    const own = String(admitted.headers["set-cookie"]).split(";")[0];
    let isOver = false;
    fake.answer((_request, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(256 * 1024)));
      };
      response.on("drain", more).on("close", () => {
        isOver = true;
      });
      more();
    });
    const page = createConnection(Number(port), "127.0.0.1");
    page.on("error", () => undefined);
    page.pause().write(`GET /clusters/fake/api HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${own}\r\n\r\n`);
    await expect.poll(() => isOver, { timeout: 15_000 }).toBe(true);
    page.destroy();
  });

  test("a request body that is too long is refused, and the host continues", async () => {
    const answer = await rawRequest(host.url, "/host/sandbox-flags", {
      method: "POST",
      headers: { cookie, "content-type": "application/json", "transfer-encoding": "chunked" },
      body: Buffer.alloc(6 * 1024 * 1024, " "),
    });
    expect(answer.status).toBe(413);
    expect((await get("/host/clusters")).status).toBe(200);
  });
});
