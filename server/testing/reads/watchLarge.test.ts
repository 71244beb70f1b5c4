import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";

/** Number of objects that are together well above the maximum unread bytes of a watcher. */
const COUNT = 16;
const SIZE = 512 * 1024;

let server: TestServer;
let before: string;
beforeAll(async () => {
  server = await startTestServer();
  const { body } = await server.request("POST", "/api/v1/namespaces", { body: { metadata: { name: "big" } } });
  before = body.metadata.resourceVersion ?? "";
  for (let i = 0; i < COUNT; i++) {
    const body = { metadata: { name: `c${String(i).padStart(2, "0")}` }, data: { text: "x".repeat(SIZE) } };
    const { status } = await server.request("POST", "/api/v1/namespaces/big/configmaps", { body });
    expect(status).toBe(201);
  }
});
afterAll(() => server.stop());

const everyName = Array.from({ length: COUNT }, (_, i) => `ADDED c${String(i).padStart(2, "0")}`);

describe("a watch larger than the send buffer", () => {
  const path = "/api/v1/namespaces/big/configmaps?watch=true";

  it("delivers all initial events over HTTP, then live events", async () => {
    const stream = await server.watch(path);
    expect(await stream.names(COUNT)).toEqual(everyName);
    await server.request("DELETE", "/api/v1/namespaces/big/configmaps/c00");
    expect(await stream.names(1)).toEqual(["DELETED c00"]);
    stream.close();
  });

  it("delivers all events over WebSocket, from an old resource version", async () => {
    const stream = await server.webSocket(`${path}&resourceVersion=${before}`);
    expect(await stream.names(COUNT)).toEqual(everyName);
    stream.close();
  });
});
