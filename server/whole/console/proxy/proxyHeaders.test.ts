import { describe, expect, it } from "vitest";
import { requestHeaders, responseHeaders } from "./proxyHeaders.ts";

const target = { url: "https://cluster.example" };

describe("requestHeaders", () => {
  it("forwards the page's headers", () => {
    const headers = { accept: "application/json", "content-type": "application/json", "if-none-match": '"a"' };
    expect(requestHeaders(headers, target)).toEqual(headers);
  });

  it.each([
    "cookie",
    "authorization",
    "host",
    "origin",
    "referer",
    "x-forwarded-for",
    "forwarded",
    "sec-fetch-site",
    "te",
    "upgrade",
    "keep-alive",
    "transfer-encoding",
    "proxy-authorization",
  ])("drops %s", (name) => {
    expect(requestHeaders({ [name]: "x", accept: "a" }, target)).toEqual({ accept: "a" });
  });

  it("drops headers listed in the connection header, in any case", () => {
    expect(requestHeaders({ connection: "close, X-Own", "x-own": "1", "x-other": "2" }, target)).toEqual({
      "x-other": "2",
    });
  });

  it("sends the cluster's token, never the page's", () => {
    const headers = requestHeaders({ authorization: "Bearer page" }, { ...target, token: "cluster" });
    expect(headers).toEqual({ authorization: "Bearer cluster" });
  });
});

describe("responseHeaders", () => {
  it("drops headers that would affect the host's own origin", () => {
    expect(
      responseHeaders({
        "content-type": "application/json",
        warning: '299 - "old"',
        "set-cookie": ["a=b"],
        "content-security-policy": "default-src *",
        "access-control-allow-origin": "*",
        "access-control-allow-credentials": "true",
        "clear-site-data": '"*"',
        "strict-transport-security": "max-age=1",
        connection: "keep-alive",
        "transfer-encoding": "chunked",
      }),
    ).toEqual({ "content-type": "application/json", warning: '299 - "old"' });
  });
});
