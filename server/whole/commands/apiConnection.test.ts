import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ConnectionError, connectApi } from "./apiConnection.ts";

let server: Server;
let url = "";

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === "/base/broken") return void request.socket.destroy();
    if (request.url === "/base/text") return void response.writeHead(503).end("busy");
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url: path, headers } = request;
      const seen = { method, path, authorization: headers.authorization, body: Buffer.concat(chunks).toString() };
      response.writeHead(200).end(JSON.stringify(seen));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it("sends requests below the server's base path, with the token", async () => {
  const api = connectApi({ url, token: "t" });
  expect(await api.get("/apis?a=b")).toEqual({
    status: 200,
    body: { method: "GET", path: "/base/apis?a=b", authorization: "Bearer t", body: "" },
  });
  expect((await connectApi({ url }).post("/x", { a: 1 })).body).toEqual({
    method: "POST",
    path: "/base/x",
    body: '{"a":1}',
  });
});

it("returns any status, also when the body is not JSON", async () => {
  expect(await connectApi({ url }).get("/text")).toEqual({ status: 503, body: undefined });
});

it("names an unreachable server without revealing the token", async () => {
  const error: unknown = await connectApi({ url, token: "secret" })
    .get("/broken")
    .catch((problem: unknown) => problem);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(String(error)).toMatch(/cannot reach http:\/\/127\.0\.0\.1:\d+: /);
  expect(String(error)).not.toContain("secret");
});
