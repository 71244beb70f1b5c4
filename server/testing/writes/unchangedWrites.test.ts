import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestAnswer } from "../httpClient.ts";
import { core, pod } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const SLICES = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
const task = { spec: { ...pod("t").spec, restartPolicy: "Never" } };
const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
const kinds: readonly [path: string, content: object, merge: object][] = [
  [core("default", "configmaps"), { data: { a: "b" } }, { data: { a: "b" } }],
  [core("default", "secrets"), { stringData: { a: "b" } }, { stringData: { a: "b" } }],
  [core("default", "persistentvolumeclaims"), { spec: claim }, { spec: { resources: claim.resources } }],
  ["/apis/batch/v1/namespaces/default/jobs", { spec: { template: task } }, { spec: { parallelism: 1 } }],
  [SLICES, { addressType: "IPv4", endpoints: [], ports: [] }, { addressType: "IPv4" }],
];

let server: TestServer;
beforeAll(async () => {
  // Each write would get a different time.
  let now = Date.parse("2026-01-02T03:04:05Z");
  server = await startTestServer({ now: () => (now += 1000) });
});
afterAll(() => server.stop());

const merge = (path: string, body: object): Promise<TestAnswer> =>
  server.request("PATCH", path, { headers: { "content-type": "application/merge-patch+json" }, body });

it.each(kinds)(
  "a no-op merge patch of %s changes neither resource version nor timestamps",
  async (path, content, same) => {
    const made = await server.request("POST", path, { body: { metadata: { name: "same" }, ...content } });
    expect(made.status).toBe(201);
    for (const body of [{}, { metadata: { labels: {} } }, { metadata: { annotations: null } }, same]) {
      expect((await merge(`${path}/same`, body)).body.metadata).toEqual(made.body.metadata);
    }
    const put = await server.request("PUT", `${path}/same`, { body: made.body });
    expect(put.body.metadata).toEqual(made.body.metadata);
    const changed = (await merge(`${path}/same`, { metadata: { labels: { a: "b" } } })).body.metadata;
    expect(Number(changed.resourceVersion)).toBeGreaterThan(Number(made.body.metadata.resourceVersion));
  },
);

it("the first write of a new claim stores its phase, with the reference's quirks enabled", async () => {
  const reference = await startTestServer({ referenceQuirks: true });
  try {
    const path = core("default", "persistentvolumeclaims");
    const made = (await reference.request("POST", path, { body: { metadata: { name: "new" }, spec: claim } })).body;
    const versions: (string | undefined)[] = [];
    for (const of of ["", "/status", ""]) {
      const headers = { "content-type": "application/merge-patch+json" };
      const { body } = await reference.request("PATCH", `${path}/new${of}`, { headers, body: {} });
      versions.push(body.metadata.resourceVersion);
      expect({ ...body, metadata: null }).toEqual({ ...made, metadata: null });
    }
    expect(versions[0]).not.toBe(made.metadata.resourceVersion);
    expect(versions).toEqual(new Array(3).fill(versions[0]));
  } finally {
    await reference.stop();
  }
});

describe("the generation of an endpoint slice", () => {
  it("increases with its content and labels, and not with annotations", async () => {
    const body = { metadata: { name: "counted" }, addressType: "IPv4", endpoints: [], ports: [] };
    await server.request("POST", SLICES, { body });
    const generation = async (change: object) => (await merge(`${SLICES}/counted`, change)).body.metadata.generation;
    expect(await generation({ metadata: { annotations: { a: "b" } } })).toBe(1);
    expect(await generation({ metadata: { labels: { a: "b" } } })).toBe(2);
    expect(await generation({ endpoints: [{ addresses: ["10.1.2.3"] }] })).toBe(3);
    expect(await generation({ metadata: { finalizers: ["example.com/x"] } })).toBe(3);
  });
});
