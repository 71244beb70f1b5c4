import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNoStall } from "../longestStall.ts";
import { core } from "../objects.ts";
import { startTestServer, type TestServer, temporaryFolder } from "../testServer.ts";
import { numbered } from "./hostileBody.ts";

const MAPS = core("default", "configmaps");
/** Number of wide pods. */
const PODS = 12;
const MERGE = "application/merge-patch+json";
const PROTOBUF = "application/vnd.kubernetes.protobuf";
const HEAP = 1024 * 1024 * 1024;

let dataDir: string;
let server: TestServer;
/** The present server. */
const present = {
  get url() {
    return server.url;
  },
  get running() {
    return server.running;
  },
};

beforeAll(async () => {
  dataDir = await temporaryFolder();
  server = await startTestServer({ dataDir });
  const data = numbered(200_000, (i) => `"k${i}":"v"`);
  const body = `{"metadata":{"name":"wide","labels":{"app":"wide"}},"data":{${data}}}`;
  expect((await server.request("POST", MAPS, { body })).status).toBe(201);
  await server.request("POST", core("default", "serviceaccounts"), { body: { metadata: { name: "default" } } });
  const labels = numbered(40_000, (i) => `"l${i}":""`);
  for (let i = 0; i < PODS; i++) {
    const pod = `{"metadata":{"name":"p${i}","labels":{${labels}}},"spec":{"containers":[{"name":"a","image":"b"}]}}`;
    expect((await server.request("POST", core("default", "pods"), { body: pod })).status).toBe(201);
  }
}, 60_000);
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
});

/** Restarts the server, so that nothing is parsed yet. */
async function restart(): Promise<void> {
  await server.stop();
  server = await startTestServer({ dataDir, controllers: [], simulatedNodes: 1 });
}

describe("the first read of a very large object after a restart does not delay other requests", () => {
  it.each([
    ["GET", "GET", `${MAPS}/wide`],
    ["GET with resourceVersion 0", "GET", `${MAPS}/wide?resourceVersion=0`],
    ["PATCH", "PATCH", `${MAPS}/wide?dryRun=All`],
    ["DELETE", "DELETE", `${MAPS}/wide?dryRun=All`],
    ["a list with a label selector", "GET", `${MAPS}?labelSelector=app%3Dother`],
    [
      "a watch whose label selector excludes the object",
      "GET",
      `${MAPS}?watch=true&timeoutSeconds=1&labelSelector=app%3Dother`,
    ],
    ["a list of pod metrics", "GET", "/apis/metrics.k8s.io/v1beta1/pods"],
  ])("%s", { timeout: 60_000 }, async (_, method, path) => {
    const body = method === "PATCH" ? { body: '{"metadata":{"labels":{"seen":"yes"}}}' } : {};
    // The client runs in the server's thread, so it must not have to parse JSON.
    const headers = { accept: PROTOBUF, ...(method === "PATCH" ? { "content-type": MERGE } : {}) };
    const work = () => server.request(method, path, { headers, ...body });
    expect((await expectNoStall(present, work, { prepare: restart, heap: HEAP })).status).toBe(200);
  });
});
