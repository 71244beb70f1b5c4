import https from "node:https";
import { afterAll, beforeAll, expect, it } from "vitest";
import { credentials } from "../httpClient.ts";
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

it("stops deleting a collection when the client has left", { timeout: 60_000 }, async () => {
  const maps = core("default", "configmaps");
  const create = (name: string) => server.request("POST", maps, { body: configMap(name, {}) });
  for (let i = 0; i < 30; i++) await Promise.all(Array.from({ length: 100 }, (_, j) => create(`map-${i}-${j}`)));
  const list = async () => (await server.request("GET", maps)).body;
  const { metadata } = await list();
  const events = await server.watch(`${maps}?watch=1&resourceVersion=${metadata.resourceVersion}`);
  const { agent, url } = server;
  const leaving = https.request(url + maps, { agent, method: "DELETE", headers: credentials("admin") });
  leaving.on("error", () => undefined).end();
  await events.next();
  leaving.destroy();
  events.close();
  const count = async () => (await list()).items.length;
  let before = Number.NaN;
  let left = await count();
  while (left !== before) {
    before = left;
    // Writes of another client get their turns between the deletions, if there are any more.
    for (let i = 0; i < 5; i++) {
      await server.request("POST", core("default", "secrets"), { body: { metadata: { generateName: "turn-" } } });
    }
    left = await count();
  }
  expect(left).toBeGreaterThan(0);
});
