import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import https from "node:https";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { credentials } from "../httpClient.ts";
import { expectNoStall, longestStall } from "../longestStall.ts";
import { configMap, core, namespace } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { threadClock } from "../tickMeter.ts";
import { numbered, sendHostile } from "./hostileBody.ts";

const COUNT = 5_000;
const MAPS = core("many", "configmaps");

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ featureGates: { CBORServingAndStorage: "true", APIServerIdentity: "false" } });
  await server.request("POST", "/api/v1/namespaces", { body: namespace("many") });
  const create = async (i: number): Promise<void> => {
    const { status } = await server.request("POST", MAPS, { body: configMap(`map-${i}`, { key: "value" }) });
    if (status !== 201) throw new Error(`map-${i}: ${status}`);
  };
  for (let i = 0; i < COUNT; i += 100) await Promise.all(Array.from({ length: 100 }, (_, j) => create(i + j)));
}, 120_000);
afterAll(() => server.stop());

/**
 * Work that yields ends each turn after 10 ms. So low a limit detects work that does not, with fewer objects than would
 * be needed to reach the usual limit.
 */
const limits = { stall: 20 };
const count = async (): Promise<number> =>
  ((await server.request("GET", `${MAPS}?limit=5000`)).body["items"] as readonly unknown[]).length;

describe("a collection of many objects does not delay other clients", () => {
  it.each(["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"])(
    "when it is watched with initial events, as %s",
    { timeout: 60_000 },
    async (accept) => {
      const initial = "watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
      const path = `${MAPS}?${initial}&timeoutSeconds=1`;
      const { status } = await sendHostile(server, { name: "watch", method: "GET", path, accept, status: 200, limits });
      expect(status).toBe(200);
    },
  );

  describe("with many watches whose selectors are slow to match", () => {
    /** Each object matches all requirements but the last, so that no watch shows any. */
    const selector = (requirements: number): string => `${numbered(requirements, (i) => `!l${i}`)},missing`;
    let agent: https.Agent;
    beforeEach(() => {
      agent = new https.Agent({ keepAlive: true, ca: server.running.admin.ca });
    });
    afterEach(() => agent.destroy());
    const open = (path: string): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        https.get(`${server.url}${path}`, { agent, headers: credentials("admin") }, resolve).on("error", reject);
      });
    const connect = (count: number) =>
      Promise.all(
        Array.from({ length: count }, async () => {
          const response = await open("/readyz");
          response.resume();
          await once(response, "end");
        }),
      );
    const begin = (count: number, requirements: number, rest: string) =>
      Promise.all(
        Array.from({ length: count }, () => open(`${MAPS}?watch=true&labelSelector=${selector(requirements)}&${rest}`)),
      );

    it("when they start together", { timeout: 120_000 }, async () => {
      const watch = async (): Promise<void> => {
        const ends = (await begin(40, 500, "timeoutSeconds=1")).map(async (response) => {
          response.resume();
          await once(response, "end");
        });
        await Promise.all(ends);
      };
      // All requests, including their selectors, are parsed when they arrive together.
      await expectNoStall(server, watch, { stall: 50, prepare: async () => void (await connect(40)) });
    });

    it("when many changes arrive together", { timeout: 120_000 }, async () => {
      await connect(200);
      const { resourceVersion } = (await server.request("GET", `${MAPS}?limit=1`)).body.metadata;
      await begin(200, 2000, `timeoutSeconds=300&resourceVersion=${resourceVersion}`);
      const change = (attempt: number) =>
        Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            server.request("PATCH", `${MAPS}/map-${i}`, {
              headers: { "content-type": "application/merge-patch+json" },
              body: { data: { key: `${attempt}` } },
            }),
          ),
        );
      const answers = await expectNoStall(server, change, limits);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    });
  });

  const lists = ["", ";as=Table;v=v1;g=meta.k8s.io", ";as=PartialObjectMetadataList;v=v1;g=meta.k8s.io"].flatMap((as) =>
    [
      "application/json",
      "application/json;pretty=1",
      "application/yaml",
      "application/cbor",
      "application/vnd.kubernetes.protobuf",
    ].map((type) => type + as),
  );
  // Tables cannot be encoded in protobuf.
  it.each(lists.filter((accept) => !/protobuf.*Table/.test(accept)))(
    "when it is listed, as %s",
    { timeout: 60_000 },
    async (accept) => {
      const { status, text } = await sendHostile(server, {
        ...{ name: "list", method: "GET", path: `${MAPS}?limit=${COUNT}`, accept, status: 200, limits },
      });
      expect(status, text).toBe(200);
    },
  );

  it.each([
    ["as a dry run", "?dryRun=All", COUNT],
    ["permanently", "", 0],
  ])("when it is deleted %s", { timeout: 60_000 }, async (_, query, left) => {
    const clock = threadClock();
    const began = clock.now();
    const { tick, result } = await longestStall(server, () => server.request("DELETE", `${MAPS}${query}`));
    const all = clock.now() - began;
    clock.close();
    expect({ status: result.status, left: await count() }).toEqual({ status: 200, left });
    // If most of the work is done in one tick, that is a stall, however fast or busy the machine is.
    expect(tick / all).toBeLessThan(0.25);
  });
});
