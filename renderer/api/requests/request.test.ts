import { afterEach, describe, expect, it, vi } from "vitest";
import type { ApiError } from "../../../shared/status.ts";
import { clusterPath, errorOf, HOST_UNAUTHORIZED, parseWarnings, send, UNREACHABLE, UNREADABLE } from "./request.ts";
import { requestLog } from "./requestLog.ts";

describe("parseWarnings", () => {
  it("reads one and several, with escapes and commas inside", () => {
    expect(parseWarnings(null)).toEqual([]);
    expect(parseWarnings('299 - "v1beta1 is deprecated"')).toEqual(["v1beta1 is deprecated"]);
    expect(parseWarnings('299 - "one, with comma", 299 - "two \\"quoted\\""')).toEqual([
      "one, with comma",
      'two "quoted"',
    ]);
  });
});

describe("errorOf", () => {
  it("carries the Status of the server", () => {
    const status = {
      kind: "Status",
      code: 409,
      reason: "Conflict",
      message: "no",
      details: { causes: [{ field: ".a" }] },
    };
    const error = errorOf(409, status, "");
    expect([error.code, error.reason, error.message]).toEqual([409, "Conflict", "no"]);
    expect(error.status.details?.causes).toEqual([{ field: ".a" }]);
  });

  it("attributes a 401 without Status to the host and one with Status to the cluster", () => {
    expect(errorOf(401, undefined, "").reason).toBe(HOST_UNAUTHORIZED);
    expect(errorOf(401, { kind: "Status", code: 401, reason: "Unauthorized" }, "").reason).toBe("Unauthorized");
  });

  it("quotes plain text in part", () => {
    expect(errorOf(502, undefined, "bad gateway\n").message).toBe("bad gateway");
    expect(errorOf(500, undefined, "x".repeat(2000)).message).toHaveLength(500);
    expect(errorOf(500, undefined, "").message).toBe("HTTP 500");
  });

  it("quotes only the title of an HTML page", () => {
    const page = "<html>\n<head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>";
    expect(errorOf(502, undefined, page).message).toBe("502 Bad Gateway");
    expect(errorOf(502, undefined, "<html><body>no title</body></html>").message).toBe("HTTP 502");
  });
});

it("adds the cluster's id to an API path", () => {
  expect(clusterPath("a/b", "/api")).toBe("/clusters/a%2Fb/api");
});

describe("send", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("says in its own words that there was no response; the request log has the browser's", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    const lost = send("/clusters/a/api", { method: "POST", body: {} });
    await expect(lost).rejects.toMatchObject({
      code: 0,
      reason: UNREACHABLE,
      message: "The console cannot reach its host process.",
    });
    await vi.waitFor(() => expect(requestLog.items().map(({ trouble }) => trouble)).toContain("Failed to fetch"));
  });

  const answers = (body: BodyInit | null, init: ResponseInit): void => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, init)));
  };

  it.each([
    ["the page of a proxy", "<html><head><title>Sign in</title></head></html>", "Sign in"],
    ["half of an object", '{"kind":"ConfigMap","metad', undefined],
    ["nothing", "", undefined],
    ["no object", "null", undefined],
  ])("does not take %s for an object although the status is 200", async (_, body, quoted) => {
    answers(body, { status: 200 });
    const error: unknown = await send("/clusters/a/api", {}).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 502, reason: UNREADABLE });
    if (quoted !== undefined) expect(String(error)).toContain(quoted);
  });

  it("accepts that an answer without content has none", async () => {
    answers(null, { status: 204 });
    await expect(send("/host/clusters/a", { method: "DELETE" })).resolves.toMatchObject({ warnings: [] });
  });

  it("does not blame the host for an answer that breaks off", async () => {
    const broken = new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('{"kind":'));
        stream.error(new TypeError("network error"));
      },
    });
    answers(broken, { status: 200 });
    await expect(send("/clusters/a/api", {})).rejects.toMatchObject({ code: 502, reason: UNREADABLE });
    await vi.waitFor(() => expect(requestLog.items().map(({ trouble }) => trouble)).toContain("network error"));
  });

  it.each([
    ["of an answer without a Status", "Too many requests, please try again later.\n"],
    ["beside a Status without one", JSON.stringify({ kind: "Status", code: 429, reason: "TooManyRequests" })],
  ])("keeps the Retry-After %s", async (_, body) => {
    answers(body, { status: 429, headers: { "retry-after": "7" } });
    await expect(send("/clusters/a/api", {})).rejects.toMatchObject({ status: { details: { retryAfterSeconds: 7 } } });
  });

  it("knows no delay if Retry-After is a date or none", async () => {
    answers("", { status: 503, headers: { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" } });
    const error: unknown = await send("/clusters/a/api", {}).catch((reason: unknown) => reason);
    expect((error as ApiError).status.details?.retryAfterSeconds).toBeUndefined();
  });
});
