import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configMap, core, namespace } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { sendHostile } from "./hostileBody.ts";

const COUNT = 3_000;
const MAPS = core("many", "configmaps");

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.request("POST", "/api/v1/namespaces", { body: namespace("many") });
  const create = async (i: number): Promise<void> => {
    const { status } = await server.request("POST", MAPS, { body: configMap(`map-${i}`, { key: "value" }) });
    if (status !== 201) throw new Error(`map-${i}: ${status}`);
  };
  for (let i = 0; i < COUNT; i += 100) await Promise.all(Array.from({ length: 100 }, (_, j) => create(i + j)));
}, 120_000);
afterAll(() => server.stop());

/** What grows with the number of objects shows with a third of those that the limit is made for, at half of it. */
const limits = { stall: 50 };
const count = async (): Promise<number> =>
  ((await server.request("GET", `${MAPS}?limit=5000`)).body["items"] as readonly unknown[]).length;

describe("a collection of many objects keeps no other client waiting", () => {
  it.each(["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"])(
    "when it is watched from its current state, as %s",
    { timeout: 60_000 },
    async (accept) => {
      const initial = "watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
      const path = `${MAPS}?${initial}&timeoutSeconds=1`;
      const { status } = await sendHostile(server, { name: "watch", method: "GET", path, accept, status: 200, limits });
      expect(status).toBe(200);
    },
  );

  it("when it is deleted, as a dry run", { timeout: 60_000 }, async () => {
    const path = `${MAPS}?dryRun=All`;
    const { status } = await sendHostile(server, { name: "dry run", method: "DELETE", path, status: 200, limits });
    expect({ status, left: await count() }).toEqual({ status: 200, left: COUNT });
  });

  it("when it is deleted", { timeout: 60_000 }, async () => {
    const { status } = await sendHostile(server, { name: "delete", method: "DELETE", path: MAPS, status: 200, limits });
    expect({ status, left: await count() }).toEqual({ status: 200, left: 0 });
  });
});
