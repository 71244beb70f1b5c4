import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { failure } from "../../testing/testServices.ts";
import { BODY_LIMIT, openExchange } from "./exchange.ts";
import { RequestEnd } from "./requestEnd.ts";

/** The parts of a request that an exchange reads. */
function incoming(url: string, parts: { headers?: Record<string, string | string[]>; body?: Uint8Array[] } = {}) {
  const headers: Record<string, string> = {};
  const headersDistinct: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(parts.headers ?? {})) {
    headers[name] = Array.isArray(value) ? value.join(", ") : value;
    headersDistinct[name] = Array.isArray(value) ? value : [value];
  }
  const request = Object.assign(Readable.from(parts.body ?? []), {
    url,
    method: "GET",
    headers,
    headersDistinct,
    socket: { remoteAddress: "192.0.2.1" },
  });
  return request as unknown as IncomingMessage;
}

const open = (...parameters: Parameters<typeof incoming>) =>
  openExchange(incoming(...parameters), { now: () => 42, webSocket: false, end: new RequestEnd() });

describe("openExchange", () => {
  it("parses path, query and request info once", () => {
    const context = open("/api/v1/namespaces/a/pods/p%C3%A4?limit=5&x=a%20b");
    expect(context.path).toBe("/api/v1/namespaces/a/pods/pä");
    expect(context.query.get("limit")).toBe("5");
    expect(context.query.get("x")).toBe("a b");
    expect(context.info).toMatchObject({ verb: "get", resource: "pods", namespace: "a", name: "pä" });
    expect(context).toMatchObject({ received: 42, remoteAddress: "192.0.2.1", peerCertificates: [], warnings: [] });
    expect(context.user.username).toBe("system:anonymous");
  });

  it("drops query parameters that cannot be decoded, and refuses such paths", async () => {
    expect(open("/api?a=1&b=%zz&c=3").query.toString()).toBe("a=1&c=3");
    expect((await failure(() => open("/api/%zz"))).code).toBe(400);
    expect((await failure(() => open("/api/%c3"))).code).toBe(400);
  });

  it("reads the path of a whole address, as clients of proxies send it", () => {
    expect(open("https://h:1/api/v1/pods?limit=2")).toMatchObject({
      path: "/api/v1/pods",
      uri: "/api/v1/pods?limit=2",
    });
    expect(open("HTTP://h").path).toBe("/");
    expect(open("http://h?a=1")).toMatchObject({ path: "/", uri: "/?a=1" });
  });

  it("drops query parameters with a semicolon, which does not separate parameters", () => {
    expect(open("/api?a=1;b=2&c=3&d=%3B").query.toString()).toBe("c=3&d=%3B");
  });

  it("keeps repeated impersonation headers separate", () => {
    const { headers } = open("/api", { headers: { "impersonate-group": ["a", "b, c"], accept: ["x", "y"] } });
    expect(headers["impersonate-group"]).toEqual(["a", "b, c"]);
    expect(headers["accept"]).toBe("x, y");
  });

  it("takes over the client's audit ID when it is valid", () => {
    expect(open("/api", { headers: { "audit-id": "abc-1.2_3" } }).id).toBe("abc-1.2_3");
    for (const id of ["", "a b", "x".repeat(65), "a\nb"]) {
      expect(open("/api", { headers: { "audit-id": id } }).id).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it("reads the body lazily, and once", async () => {
    const context = open("/api", { body: [Buffer.from("ab"), Buffer.from("cd")] });
    expect((await context.body()).toString()).toBe("abcd");
    expect(await context.body()).toBe(await context.body());
    expect((await open("/api").body()).length).toBe(0);
  });

  it("refuses bodies beyond the limit, with and without content-length", async () => {
    const announced = open("/api", { headers: { "content-length": String(BODY_LIMIT + 1) } });
    expect(await failure(() => announced.body())).toMatchObject({
      code: 413,
      message: "Request entity too large: limit is 3145728",
    });
    const half = Buffer.alloc(BODY_LIMIT / 2 + 1);
    expect((await failure(() => open("/api", { body: [half, half] }).body())).code).toBe(413);
    const exact = Buffer.alloc(BODY_LIMIT / 2);
    expect((await open("/api", { body: [exact, exact] }).body()).length).toBe(BODY_LIMIT);
  });
});
