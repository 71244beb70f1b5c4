import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";
import { type HostileBody, MAPS, numbered, sendHostile } from "./hostileBody.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const made = await server.request("POST", NODES, { body: csiNode(2) });
  expect(made.status).toBe(201);
  const drivers = csiNode(15_000);
  expect((await server.request("POST", NODES, { body: { ...drivers, metadata: { name: "many" } } })).status).toBe(201);
});
afterAll(() => server.stop());

const NODES = "/apis/storage.k8s.io/v1/csinodes";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const SERVICES = MAPS.replace("configmaps", "services");
const csiNode = (count: number) => ({
  apiVersion: "storage.k8s.io/v1",
  kind: "CSINode",
  metadata: { name: "few" },
  spec: { drivers: Array.from({ length: count }, (_, i) => ({ name: `d${i}`, nodeID: "n", topologyKeys: null })) },
});

/** Memory that may be needed to serve a body of very many small values. */
const ROOMY = { heap: 1024 * 1024 * 1024 };

const BODIES: readonly HostileBody[] = [
  {
    name: "patching a CSINode with many drivers does not delay other requests",
    method: "PATCH",
    path: `${NODES}/many?dryRun=All`,
    type: "application/merge-patch+json",
    body: () => `{"metadata":{"labels":{"a":"b"}}}`,
    status: 200,
    limits: ROOMY,
  },
  {
    name: "a service whose many ports each need a node port does not delay other requests",
    path: SERVICES,
    body: () =>
      `{"metadata":{"name":"x"},"spec":{"type":"NodePort","ports":[${numbered(15_000, (i) => `{"name":"p${i}","port":${i + 1}}`)}]}}`,
    status: 201,
    limits: ROOMY,
  },
  {
    name: "a service with many empty ports does not delay other requests",
    path: SERVICES,
    body: () => `{"metadata":{"name":"x"},"spec":{"ports":[${numbered(300_000, () => "{}")}]}}`,
    status: 422,
    limits: ROOMY,
  },
  {
    name: "a custom resource definition with many empty versions does not delay other requests",
    path: DEFINITIONS,
    body: () =>
      `{"metadata":{"name":"ws.e.io"},"spec":{"group":"e.io","scope":"Namespaced","names":{"plural":"ws","kind":"W"},"versions":[${numbered(300_000, () => "{}")}]}}`,
    status: 422,
    limits: ROOMY,
  },
];

it.each(BODIES)("$name", { timeout: 60_000 }, async (row) => {
  expect((await sendHostile(server, row)).status).toBe(row.status);
});
