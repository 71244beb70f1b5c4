import { describe, expect, it } from "vitest";
import type { PodRequest, PodResponse } from "../../../api/registry/podAccess.ts";
import { portOf, probeHttp, refusedAt } from "./httpProbe.ts";
import type { HttpQuestion, ProgramStart } from "./program.ts";
import { type ServerParts, server } from "./server.ts";

const answer = (status: number, location = ""): PodResponse => ({
  status,
  headers: location === "" ? {} : { location },
  body: Buffer.from("moved"),
});
const PAGES: Readonly<Record<string, PodResponse>> = {
  "8080/ok": answer(204),
  "8080/bad": answer(500),
  "8080/asks?a=b": answer(200),
  "8080/near": answer(302, "/bad"),
  "8080/full": answer(301, "http://10.0.0.1:8080/ok"),
  "8080/port": answer(307, "http://10.0.0.1:9/ok"),
  "8080/far": answer(302, "http://0.0.0.0/"),
  "8080/round": answer(302, "/round"),
  "8080/nowhere": answer(302),
};

const WARNING = { ok: true, text: "", warning: "Probe terminated redirects, Response body: moved" };

it.each([
  ["/ok", { ok: true, text: "" }],
  ["asks?a=b", { ok: true, text: "" }],
  ["/bad", { ok: false, text: "HTTP probe failed with statuscode: 500" }],
  ["/near", { ok: false, text: "HTTP probe failed with statuscode: 500" }],
  ["/full", { ok: true, text: "" }],
  ["/nowhere", WARNING],
  ["/far", WARNING],
  ["/port", { ok: false, text: 'Get "http://10.0.0.1:9/ok": dial tcp 10.0.0.1:9: connect: connection refused' }],
  ["/round", { ok: false, text: 'Get "http://10.0.0.1:8080/round": stopped after 10 redirects' }],
])("probes %s", async (path, reply) => {
  const ask = async (url: URL): Promise<PodResponse | string> =>
    portOf(url) === 8080
      ? (PAGES[`8080${url.pathname}${url.search}`] ?? answer(404))
      : refusedAt(`${url.hostname}:${portOf(url)}`);
  expect(await probeHttp({ kind: "http", port: 8080, path }, "10.0.0.1", ask)).toEqual(reply);
});

describe("Probed server", () => {
  const asked: PodRequest[] = [];
  const handle = (request: PodRequest): PodResponse => {
    asked.push(request);
    return answer(200);
  };
  const reply = (parts: Partial<ServerParts>, more: Partial<HttpQuestion> = {}) =>
    server({ ports: [443], handle, ...parts })
      .start({ ports: [], print: () => undefined, pod: { address: "10.0.0.1" } } as unknown as ProgramStart)
      .answer({ kind: "http", port: 443, path: "/x", ...more });

  it("receives the probe's headers", async () => {
    await reply({}, { headers: { "x-a": "1" } });
    await reply({}, { headers: { host: "shop.example" } });
    expect(asked.map(({ headers }) => headers)).toEqual([
      { host: "10.0.0.1:443", "x-a": "1" },
      { host: "shop.example" },
    ]);
  });

  it("is probed with or without TLS", async () => {
    const tls = async () => ({ cert: new Uint8Array(), key: new Uint8Array() });
    const https = { scheme: "https" } as const;
    expect(await reply({ tls }, https)).toEqual({ ok: true, text: "" });
    expect(await reply({ tls })).toEqual({ ok: false, text: "HTTP probe failed with statuscode: 400" });
    expect(await reply({ speaksEither: true }, https)).toEqual({ ok: true, text: "" });
    const text = 'Get "https://10.0.0.1:443/x": http: server gave HTTP response to HTTPS client';
    expect(await reply({}, https)).toEqual({ ok: false, text });
  });
});

it("reads at most as much of the body as the reference's kubelet", async () => {
  const body = Buffer.alloc(1_000_000, "x");
  const reply = await probeHttp({ kind: "http", port: 8080, path: "/" }, "10.0.0.1", async () => ({
    status: 302,
    headers: {},
    body,
  }));
  expect(reply.warning).toBe(`Probe terminated redirects, Response body: ${"x".repeat(10_240)}`);
});
