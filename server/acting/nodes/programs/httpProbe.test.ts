import { expect, it } from "vitest";
import type { PodResponse } from "../../../api/registry/podDoors.ts";
import { probeHttp } from "./httpProbe.ts";

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

it.each([
  ["/ok", { ok: true, text: "" }],
  ["asks?a=b", { ok: true, text: "" }],
  ["/bad", { ok: false, text: "HTTP probe failed with statuscode: 500" }],
  ["/near", { ok: false, text: "HTTP probe failed with statuscode: 500" }],
  ["/full", { ok: true, text: "" }],
  ["/nowhere", { ok: true, text: "" }],
  ["/far", { ok: true, text: "", warning: "Probe terminated redirects, Response body: moved" }],
  ["/port", { ok: false, text: 'Get "http://10.0.0.1:9/ok": dial tcp 10.0.0.1:9: connect: connection refused' }],
  ["/round", { ok: false, text: 'Get "http://10.0.0.1:8080/round": stopped after 10 redirects' }],
])("a probe of %s", async (path, reply) => {
  const server = {
    host: "10.0.0.1",
    listens: (port: number) => port === 8080,
    get: async (port: number, at: string) => PAGES[`${port}${at}`] ?? answer(404),
  };
  expect(await probeHttp({ kind: "http", port: 8080, path }, server)).toEqual(reply);
});
