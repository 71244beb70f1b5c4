import { createHash, randomBytes } from "node:crypto";
import https from "node:https";
import type { Duplex } from "node:stream";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { until } from "../../acting/testing/until.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { API_SERVICES, availability, type ExtensionServer, GROUP, register, startFlowers } from "./aggregatedApi.ts";

let server: TestServer;
let flowers: ExtensionServer;
beforeAll(async () => {
  server = await startTestServer();
  flowers = await startFlowers(server);
  await register(server, flowers);
});
afterAll(async () => {
  await flowers.stop();
  await server.stop();
});
afterEach(() => {
  flowers.intercept = undefined;
});

const TULIPS = `/apis/${GROUP}/v1/namespaces/default/tulips`;
const tulip = (name: string) => ({
  apiVersion: `${GROUP}/v1`,
  kind: "Tulip",
  metadata: { name },
  spec: { color: "red" },
});
const last = () => flowers.seen.at(-1);

describe("a request to an aggregated server", () => {
  it("is forwarded with its body, and the response is returned", async () => {
    const made = await server.request("POST", TULIPS, { body: tulip("one") });
    expect([made.status, made.body.metadata.name]).toEqual([201, "one"]);
    expect(made.headers["warning"]).toBe('299 - "tulips are out of season"');
    expect((await server.request("GET", `${TULIPS}/one`)).body["spec"]).toEqual({ color: "red" });
    const changed = { ...made.body, spec: { color: "blue" } };
    expect((await server.request("PUT", `${TULIPS}/one`, { body: changed })).body["spec"]).toEqual({ color: "blue" });
    expect((await server.request("GET", TULIPS)).body.items).toHaveLength(1);
    expect((await server.request("DELETE", `${TULIPS}/one`)).status).toBe(200);
    const gone = await server.request("GET", `${TULIPS}/one`);
    expect([gone.status, gone.body.message]).toEqual([404, `tulips.${GROUP} "one" not found`]);
  });

  it("carries the user and the proxy's certificate, and drops the client's own identity headers", async () => {
    const headers = {
      "x-remote-user": "root",
      "x-remote-group": "system:masters",
      "x-remote-extra-power": "all",
      "x-forwarded-for": "203.0.113.9",
      connection: "x-secret",
      "x-secret": "1",
      "x-other": "2",
    };
    await server.request("GET", `${TULIPS}?b=2&a=1&a=0`, { headers });
    const request = last();
    expect(request).toMatchObject({ method: "GET", proxy: "front-proxy-client" });
    expect(request?.url).toBe(`${TULIPS}?a=1&a=0&b=2`);
    expect(request?.headersDistinct).toMatchObject({
      "x-remote-user": ["admin"],
      "x-remote-group": ["system:masters", "system:authenticated"],
      "x-other": ["2"],
      "x-forwarded-for": ["203.0.113.9, 127.0.0.1"],
      "x-forwarded-proto": ["https"],
      "x-forwarded-uri": [TULIPS],
    });
    for (const name of ["authorization", "x-remote-extra-power", "x-secret", "x-remote-uid"]) {
      expect(request?.headers[name]).toBeUndefined();
    }
  });

  it("carries the impersonated user", async () => {
    const headers = {
      "impersonate-user": "jane",
      "impersonate-group": "ops",
      "impersonate-extra-reason%2fwhy": "tests",
    };
    await server.request("GET", TULIPS, { headers: { ...headers, "impersonate-user": "jane" }, as: "admin" });
    // A user without any rights is refused before the request is passed on.
    expect(last()?.headers["x-remote-user"]).not.toBe("jane");
    const groups = { "impersonate-user": "jane", "impersonate-group": "system:masters" };
    await server.request("GET", TULIPS, { headers: { ...groups, "impersonate-extra-reason%2fwhy": "tests" } });
    expect(last()?.headersDistinct).toMatchObject({
      "x-remote-user": ["jane"],
      "x-remote-group": ["system:masters", "system:authenticated"],
      ["x-remote-extra-reason%2Fwhy".toLowerCase()]: ["tests"],
    });
    expect(Object.keys(last()?.headers ?? {}).filter((name) => name.startsWith("impersonate"))).toEqual([]);
  });

  it("is authorized before it is forwarded", async () => {
    const before = flowers.seen.length;
    const refused = await server.request("GET", TULIPS, { as: "bob" });
    expect([refused.status, refused.body.reason]).toEqual([403, "Forbidden"]);
    expect((await server.request("GET", TULIPS, { as: "wrong" })).status).toBe(401);
    expect(flowers.seen).toHaveLength(before);
  });

  it("is forwarded with the path that was authorized, however it was escaped", async () => {
    await server.request("GET", `${TULIPS}/a%20b%28c%29`);
    expect(last()?.url).toBe(`${TULIPS}/a%20b%28c%29`);
    await server.request("GET", `/%61pis/${GROUP}/v1/namespaces/default/tulips/x%3Fy`);
    expect(last()?.url).toBe(`${TULIPS}/x%3Fy`);
  });

  it("streams large bodies unchanged in both directions", async () => {
    const sent = randomBytes(8 * 1024 * 1024);
    flowers.intercept = (request, response) => {
      response.writeHead(200, { "content-type": "application/octet-stream", "set-cookie": ["a=1", "b=2"] });
      request.pipe(response);
      return true;
    };
    const answer = await server.request("POST", TULIPS, { body: sent });
    expect(answer.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
    expect(hash(answer.bytes)).toBe(hash(sent));
  });

  it("does not follow redirects", async () => {
    flowers.intercept = (_request, response) => {
      response.writeHead(302, { location: "https://elsewhere.example/" }).end();
      return true;
    };
    const answer = await server.request("GET", TULIPS);
    expect([answer.status, answer.headers["location"]]).toEqual([502, undefined]);
    expect(answer.text).toBe("the backend attempted to redirect this request, which is not permitted");
  });

  it("aborts the client's connection when the response is aborted", async () => {
    flowers.intercept = (_request, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("some", () => response.socket?.destroy());
      return true;
    };
    await expect(server.request("GET", TULIPS)).rejects.toThrow();
    flowers.intercept = (_request, response) => {
      response.socket?.destroy();
      return true;
    };
    const answer = await server.request("POST", TULIPS, { body: tulip("lost") });
    expect([answer.status, answer.text]).toEqual([503, "error trying to reach service: EOF\n"]);
  });

  it("is counted in the request metrics", async () => {
    await server.request("GET", TULIPS);
    const { text } = await server.request("GET", "/metrics");
    expect(text).toMatch(/apiserver_request_total\{[^}]*verb="LIST"[^}]*group="flowers.example.com"[^}]*code="200"\}/);
  });

  it("can come from many clients concurrently", async () => {
    const agents = Array.from({ length: 16 }, () => new https.Agent({ keepAlive: true, ca: server.running.admin.ca }));
    const names = agents.flatMap((agent, i) =>
      Array.from({ length: 10 }, (_, j) => ({ agent, name: `many-${i}-${j}` })),
    );
    const codes = await Promise.all(
      names.map(({ agent, name }) => status(agent, "POST", TULIPS, JSON.stringify(tulip(name)))),
    );
    expect(new Set(codes)).toEqual(new Set([201]));
    const all = await server.request("GET", TULIPS);
    expect(all.body.items.filter(({ metadata }) => metadata.name?.startsWith("many-"))).toHaveLength(160);
    for (const agent of agents) agent.destroy();
  });
});

const hash = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

function status(agent: https.Agent, method: string, path: string, body: string): Promise<number> {
  const headers = { authorization: "Bearer admin-token", "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const request = https.request(server.url + path, { agent, method, headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    request.on("error", reject).end(body);
  });
}

describe("a stream of an aggregated server", () => {
  it("delivers each event at once, and closes with its client", async () => {
    const stream = await server.watch(`${TULIPS}?watch=true`);
    await until(() => flowers.tulips.watchers === 1);
    await server.request("POST", TULIPS, { body: tulip("seen") });
    const event = await stream.next();
    expect(event).toMatchObject({ type: "ADDED", object: { metadata: { name: "seen" } } });
    stream.close();
    await until(() => flowers.tulips.watchers === 0);
  });

  it("applies backpressure when the client does not read", async () => {
    let written = 0;
    flowers.intercept = (_request, response) => {
      const chunk = Buffer.alloc(256 * 1024);
      const write = (): void => {
        while (written < 512 * 1024 * 1024) {
          written += chunk.length;
          if (!response.write(chunk)) {
            response.once("drain", write);
            return;
          }
        }
      };
      write();
      return true;
    };
    const response = await new Promise<import("node:http").IncomingMessage>((resolve, reject) => {
      const headers = { authorization: "Bearer admin-token" };
      https.get(`${server.url}${TULIPS}`, { agent: server.agent, headers }, resolve).on("error", reject);
    });
    let before = -1;
    // Only as much is written as the buffers of two connections can hold.
    await until(async () => {
      const still = written === before;
      before = written;
      for (let i = 0; i < 20; i++) await server.request("GET", "/version");
      return still;
    });
    expect(written).toBeLessThan(64 * 1024 * 1024);
    response.destroy();
  });

  it("works over WebSocket, without the client's token", async () => {
    const token = Buffer.from("admin-token").toString("base64url");
    const protocols = [`base64url.bearer.authorization.k8s.io.${token}`, "talk.v1"];
    const address = `${server.url.replace("https:", "wss:")}${TULIPS}/seen/talk`;
    const peer = new WebSocket(address, protocols, { ca: server.running.admin.ca });
    await new Promise((resolve, reject) => peer.on("open", resolve).on("error", reject));
    expect(peer.protocol).toBe("talk.v1");
    expect(last()?.headers).toMatchObject({ "sec-websocket-protocol": "talk.v1", "x-remote-user": "admin" });
    const echoed = new Promise((resolve) => peer.on("message", (data) => resolve(String(data))));
    peer.send("hello");
    expect(await echoed).toBe("hello");
    const closed = new Promise((resolve) => peer.on("close", resolve));
    peer.close();
    await closed;
  });

  it("works with other upgraded protocols, including early data", async () => {
    const socket = await upgrade(`${TULIPS}/seen/pipe`);
    const sent = randomBytes(1024 * 1024);
    const received = new Promise<Buffer>((resolve) => {
      const chunks: Buffer[] = [];
      let size = 0;
      socket.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size === sent.length) resolve(Buffer.concat(chunks));
      });
    });
    socket.write(sent);
    expect(hash(await received)).toBe(hash(sent));
    const closed = new Promise((resolve) => socket.on("close", resolve));
    socket.end();
    await closed;
  });

  it("returns the reason when an upgrade is refused", async () => {
    await expect(upgrade(`${TULIPS}/seen/refused`)).rejects.toThrow("403: not today");
  });
});

/** Requests a protocol switch. Rejects with status and text of any other answer. */
function upgrade(path: string): Promise<Duplex> {
  const headers = { authorization: "Bearer admin-token", connection: "Upgrade", upgrade: "SPDY/3.1" };
  const { ca } = server.running.admin;
  return new Promise((resolve, reject) => {
    const request = https.request(server.url + path, { method: "POST", agent: false, ca, headers });
    request.on("upgrade", (response, socket, head) => {
      expect(response.headers).toMatchObject({ upgrade: "SPDY/3.1", connection: "Upgrade" });
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    request.on("response", async (response) => {
      let text = "";
      for await (const chunk of response) text += String(chunk);
      reject(new Error(`${response.statusCode}: ${text}`));
    });
    request.on("error", reject).end();
  });
}

describe("an unavailable aggregated server", () => {
  it("gets 503 responses, and recovers when it returns", async () => {
    const { port, identity } = flowers;
    await flowers.stop();
    const direct = await server.request("GET", TULIPS);
    expect(direct.status).toBe(503);
    // A change of the APIService triggers a check.
    await server.request("PATCH", `${API_SERVICES}/v1.${GROUP}`, {
      body: { metadata: { labels: { look: "now" } } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    await until(async () => (await availability(server)).status === "False");
    expect(await availability(server)).toMatchObject({
      reason: "FailedDiscoveryCheck",
      message: `failing or missing response from https://localhost:${port}/apis/${GROUP}/v1: Get "https://localhost:${port}/apis/${GROUP}/v1": dial tcp 127.0.0.1:${port}: connect: connection refused`,
    });
    const away = await server.request("GET", TULIPS);
    expect([away.status, away.text, away.headers["content-type"]]).toEqual([
      503,
      "service unavailable\n",
      "text/plain; charset=utf-8",
    ]);
    flowers = await startFlowers(server, { port, identity });
    await until(async () => (await availability(server)).status === "True", 10_000);
    expect((await server.request("GET", TULIPS)).status).toBe(200);
  });
});
