import { afterAll, beforeAll, expect, it } from "vitest";
import { configMap, core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it("stops processing writes that have timed out, so that they do not block the same user's next requests", {
  timeout: 60_000,
}, async () => {
  const containers = Array.from({ length: 630_000 }, () => "{}").join();
  const dense = `{"apiVersion":"v1","kind":"Pod","metadata":{"generateName":"x"},"spec":{"containers":[${containers}]}}`;
  const send = () => server.request("POST", `${core("default", "pods")}?timeout=1s`, { body: dense });
  // Together they take up the whole room for large bodies, and would take more than a minute.
  for (const { status } of await Promise.all([send(), send()])) expect(status).toBe(504);
  const next = await server.request("POST", `${core("default", "configmaps")}?timeout=15s`, {
    body: configMap("next", { text: "x".repeat(500_000) }),
  });
  expect(next.status).toBe(201);
});
