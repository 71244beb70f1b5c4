import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ClusterRegistry, createClusterRegistry } from "../clusterRegistry.ts";
import { type ConsoleHost, startConsoleHost } from "../consoleHost.ts";
import { type ConsoleClient, openConsoleClient } from "../testing/consoleClient.ts";
import { type FakeCluster, startFakeCluster } from "../testing/fakeCluster.ts";
import { rawRequest } from "../testing/rawRequest.ts";

let folder = "";
let fake: FakeCluster;
let clusters: ClusterRegistry;
let host: ConsoleHost;
let client: ConsoleClient;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "orrery-api-"));
  fake = await startFakeCluster();
  clusters = createClusterRegistry([fake.cluster]);
  host = await startConsoleHost({ clusters, rendererDir: folder });
  client = await openConsoleClient(host);
});
afterEach(async () => {
  await host.close();
  await fake.close();
  rmSync(folder, { recursive: true });
});

const ACTIONS = [
  ["POST", "/host/sandboxes"],
  ["POST", "/host/contexts"],
  ["POST", "/host/clusters/fake/stop"],
  ["POST", "/host/clusters/fake/load"],
  ["GET", "/host/loads"],
  ["DELETE", "/host/loads/some"],
  ["DELETE", "/host/clusters/fake"],
] as const;

describe("the guard protects every action", () => {
  test.each(ACTIONS)("%s %s", async (method, path) => {
    expect((await rawRequest(host.url, path, { method })).status).toBe(401);
    expect((await client.request(method, path, {}, { origin: "http://evil.example" })).status).toBe(403);
    expect((await client.request(method, path, {}, { host: "evil.example" })).status).toBe(421);
  });

  test("refuses event streams to foreign pages", async () => {
    const refusals = await Promise.all(
      [{ origin: "http://evil.example" }, { host: "evil.example" }, { cookie: "" }].map(async (headers: object) => {
        const upgrade: Record<string, string> = {
          connection: "Upgrade",
          upgrade: "websocket",
          "sec-websocket-version": "13",
          ...headers,
        };
        return (await client.request("GET", "/host/events", undefined, upgrade)).status;
      }),
    );
    expect(refusals).toEqual([403, 421, 401]);
  });
});

test("unknown paths and manipulated known ones change nothing", async () => {
  for (const path of [
    "/host/",
    "/host/nothing",
    "/host/clusters/fake",
    "/host/clusters/fake/constructor",
    "/host/clusters/fake/__proto__",
    "/host/clusters/..%2fx/stop",
    "/host/clusters/none/stop",
    "/host/clusters/fake/stop/more",
  ]) {
    const answer = await client.request("POST", path, {});
    expect([path, answer.status]).toEqual([path, 404]);
    expect(JSON.parse(answer.body)).toMatchObject({ kind: "Status", reason: "NotFound" });
  }
});

test("sends every change to every page, merging simultaneous changes", async () => {
  const socket = client.socket("/host/events");
  const messages: { clusters: { id: string }[] }[] = [];
  const heard = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (messages.length >= count) resolve();
        else socket.once("message", () => setImmediate(look));
      };
      look();
    });
  socket.on("message", (data) => {
    const message = JSON.parse(String(data));
    if ("clusters" in message) messages.push(message);
  });
  await heard(1);
  clusters.add({ ...fake.cluster, id: "second" });
  clusters.add({ ...fake.cluster, id: "third" });
  await heard(2);
  expect(messages.map((one) => one.clusters.map(({ id }) => id))).toEqual([["fake"], ["fake", "second", "third"]]);
  expect(client.received()).not.toContain("top-secret-token");
  socket.close();
});
