import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createUpstream, type Upstream } from "./upstream.ts";

let server: Server;
let origin: string;
let upstream: Upstream;
const seen: IncomingMessage[] = [];

beforeEach(async () => {
  seen.length = 0;
  upstream = createUpstream();
  server = createServer((request, response) => {
    seen.push(request);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  vi.useRealTimers();
  upstream.close();
  server.close();
  server.closeAllConnections();
});

const get = (base: string, path: string, options?: { agentless: boolean }): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = upstream.open(
      { url: base },
      { method: "GET", path, headers: { host: "page", "x-a": "1" } },
      options,
    );
    request.on("response", (answer) => answer.resume().on("end", resolve));
    request.on("error", reject);
    request.end();
  });

describe("createUpstream", () => {
  it.each([
    ["", "/api?watch=1", "/api?watch=1"],
    ["/", "/api", "/api"],
    ["/proxy/a", "/api", "/proxy/a/api"],
    ["/proxy/a/", "/api/%2e%2e", "/proxy/a/api/%2e%2e"],
  ])("appends the path to the target's base path: %s + %s", async (base, path, expected) => {
    await get(`${origin}${base}`, path);
    expect(seen.map(({ url }) => url)).toEqual([expected]);
  });

  it("sends the cluster's host instead of the page's, and forwards other headers", async () => {
    await get(origin, "/");
    expect(seen[0]?.headers).toMatchObject({ host: origin.slice("http://".length), "x-a": "1" });
  });

  it("returns all headers of a response, however many there are", async () => {
    server.removeAllListeners("request");
    server.on("request", (_request, response) => {
      for (let i = 0; i < 1100; i++) response.setHeader(`x-${i}`, "1");
      response.setHeader("x-last", "here").end();
    });
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      upstream
        .open({ url: origin }, { method: "GET", path: "/", headers: {} })
        .on("response", resolve)
        .on("error", reject)
        .end(),
    );
    expect(answer.resume().headers["x-last"]).toBe("here");
  });

  it("reuses connections for later requests, but not those of upgrades", async () => {
    await get(origin, "/1");
    expect(seen[0]?.headers.connection).toBe("keep-alive");
    await get(origin, "/2", { agentless: true });
    expect(seen[1]?.headers.connection).toBe("close");
  });

  it("reports an unreachable cluster", async () => {
    server.close();
    server.closeAllConnections();
    await expect(get(origin, "/")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  describe("a silent cluster", () => {
    const hold = (): Promise<void> =>
      new Promise((resolve) => {
        server.removeAllListeners("request");
        server.once("request", () => resolve());
      });

    it("times out when no response starts in time", async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      upstream = createUpstream({ connect: 1_000, answer: 20 });
      const arrived = hold();
      const refused = expect(get(origin, "/")).rejects.toMatchObject({ code: "ETIMEDOUT" });
      await arrived;
      vi.advanceTimersByTime(20);
      await refused;
    });

    it("has no time limit once the response has started", async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      upstream = createUpstream({ connect: 1_000, answer: 20 });
      server.removeAllListeners("request");
      let finish = (): void => undefined;
      server.on("request", (_request, response) => {
        response.flushHeaders();
        finish = () => response.end();
      });
      const answered = new Promise<void>((resolve, reject) => {
        const request = upstream.open({ url: origin }, { method: "GET", path: "/", headers: {} });
        request.on("error", reject);
        request.on("response", (answer) => {
          vi.advanceTimersByTime(1_000);
          answer.resume().on("end", resolve).on("error", reject);
          finish();
        });
        request.end();
      });
      await answered;
    });

    it("has all of its connections dropped on request, and no others", async () => {
      const arrived = hold();
      const asked = get(origin, "/");
      await arrived;
      upstream.drop({ url: "http://127.0.0.1:1" });
      upstream.drop({ url: origin });
      await expect(asked).rejects.toMatchObject({ code: "ETIMEDOUT" });
    });
  });
});
