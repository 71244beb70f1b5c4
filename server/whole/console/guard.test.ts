import type { IncomingMessage } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import { createGuard, type Guard } from "./guard.ts";

const PORT = 4000;
const HOST = `127.0.0.1:${PORT}`;
const request = (url: string, headers: Record<string, string> = {}, method = "GET"): IncomingMessage =>
  ({ url, method, headers: { host: HOST, ...headers } }) as unknown as IncomingMessage;
const pathOf = (url: string): string => url.slice(`http://${HOST}`.length);

let guard: Guard;
let cookie: string;
beforeEach(() => {
  guard = createGuard(PORT);
  cookie = guard.admit(request(pathOf(guard.openUrl())))?.split(";")[0] ?? "";
});

describe("admit", () => {
  it("sets an HttpOnly, SameSite=Strict cookie", () => {
    const given = guard.admit(request(pathOf(guard.openUrl())));
    expect(given).toMatch(/^orrery-4000=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it("accepts each secret only once", () => {
    const [first, second] = [pathOf(guard.openUrl()), pathOf(guard.openUrl())];
    expect(guard.admit(request(first))).toBeDefined();
    expect(guard.admit(request(first))).toBeUndefined();
    expect(guard.admit(request(second))).toBeDefined();
  });

  it("does not consume a secret in a request that is refused", () => {
    const url = pathOf(guard.openUrl());
    expect(guard.admit(request(url, { host: "evil.example" }))).toBeUndefined();
    expect(guard.admit(request(url, {}, "POST"))).toBeUndefined();
    expect(guard.admit(request(url))).toBeDefined();
  });

  it.each(["/", "/?secret=", "/?secret=guess", "/?other=x"])("sets no cookie for %s", (url) => {
    guard.openUrl();
    expect(guard.admit(request(url))).toBeUndefined();
  });

  it("refuses a secret of another launch", () => {
    expect(createGuard(PORT).admit(request(pathOf(guard.openUrl())))).toBeUndefined();
  });
});

describe("refuse", () => {
  const status = (headers: Record<string, string>, websocket = false): number | undefined =>
    guard.refuse(request("/", headers), { websocket })?.status;

  it.each([
    ["a request with a valid cookie", {}, false, undefined],
    ["a request to localhost", { host: `localhost:${PORT}` }, false, undefined],
    ["a same-origin request", { origin: `http://${HOST}` }, false, undefined],
    ["a same-origin WebSocket", { origin: `http://localhost:${PORT}` }, true, undefined],
    ["a request to a foreign host name, as in DNS rebinding", { host: `evil.example:${PORT}` }, false, 421],
    ["a request to another port", { host: "127.0.0.1:1" }, false, 421],
    ["a cross-origin request", { origin: "https://evil.example" }, false, 403],
    ["a request with a null origin", { origin: "null" }, false, 403],
    ["a WebSocket without an origin", {}, true, 403],
    ["a request from an origin of another scheme", { origin: `https://${HOST}` }, false, 403],
  ])("checks the headers of %s", (_title, headers, websocket, expected) => {
    expect(status({ cookie, ...headers }, websocket)).toBe(expected);
  });

  it("finds the cookie among others, and accepts no other value", () => {
    expect(status({ cookie: `a=b; ${cookie}; c=d` })).toBeUndefined();
    expect(status({})).toBe(401);
    expect(status({ cookie: "orrery-4000=" })).toBe(401);
    expect(status({ cookie: `${cookie}x` })).toBe(401);
    expect(status({ cookie: cookie.replace("4000", "4001") })).toBe(401);
  });

  it("refuses the cookie of another launch", () => {
    const other = createGuard(PORT);
    expect(other.refuse(request("/", { cookie }), { websocket: false })?.status).toBe(401);
  });
});
