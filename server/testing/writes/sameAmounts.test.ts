import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestAnswer } from "../httpClient.ts";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  // Each write would get a different time.
  let now = Date.parse("2026-01-02T03:04:05Z");
  server = await startTestServer({ now: () => (now += 1000) });
  await server.request("POST", core("default", "serviceaccounts"), { body: { metadata: { name: "default" } } });
});
afterAll(() => server.stop());

const apps = (resource: string): string => `/apis/apps/v1/namespaces/default/${resource}`;
const labels = { a: "b" };
const podSpec = (memory: string) => ({
  containers: [{ name: "c", image: "x", resources: { limits: { memory }, requests: { memory } } }],
});
const workload = (memory: string, more: object = {}) => ({
  selector: { matchLabels: labels },
  template: { metadata: { labels }, spec: podSpec(memory) },
  ...more,
});
const claimSpec = (storage: string) => ({ accessModes: ["ReadWriteOnce"], resources: { requests: { storage } } });

const create = async (path: string, name: string, spec: object): Promise<TestAnswer> => {
  const made = await server.request("POST", path, { body: { metadata: { name }, spec } });
  expect([made.status, made.body.message]).toEqual([201, undefined]);
  return made;
};
/** Replaces the amounts in the spec of an object. */
const rewrite = (path: string, { body }: TestAnswer, amount: string): Promise<TestAnswer> => {
  const spec = JSON.parse(JSON.stringify(body["spec"]).replaceAll(/"(1Gi|1073741824)"/g, JSON.stringify(amount)));
  return server.request("PUT", `${path}/${body.metadata.name}`, { body: { ...body, spec } });
};

describe("an update that writes an amount in another way", () => {
  it.each(["deployments", "replicasets", "daemonsets"])(
    "is stored without a new generation of %s",
    async (resource) => {
      const made = await create(apps(resource), "same", workload("1Gi"));
      const kept = await rewrite(apps(resource), made, "1073741824");
      expect(JSON.stringify(kept.body["spec"])).toContain('"limits":{"memory":"1073741824"}');
      expect(kept.body.metadata.generation).toBe(1);
      expect(kept.body.metadata.annotations).toEqual(made.body.metadata.annotations);
      expect(kept.body.metadata.managedFields).toEqual(made.body.metadata.managedFields);
      expect(kept.body.metadata.resourceVersion).not.toBe(made.body.metadata.resourceVersion);
      const raised = await rewrite(apps(resource), kept, "1G");
      expect(raised.body.metadata.generation).toBe(2);
      expect(raised.body.metadata.managedFields).not.toEqual(made.body.metadata.managedFields);
    },
  );

  const claims = [{ metadata: { name: "data" }, spec: claimSpec("1Gi") }];
  it.each<[string, object]>([
    [core("default", "pods"), podSpec("1Gi")],
    [core("default", "persistentvolumeclaims"), claimSpec("1Gi")],
    [apps("statefulsets"), { ...workload("1Gi"), serviceName: "s", volumeClaimTemplates: claims }],
    ["/apis/batch/v1/namespaces/default/jobs", { template: { spec: { ...podSpec("1Gi"), restartPolicy: "Never" } } }],
  ])("is allowed in the immutable spec of %s", async (path, spec) => {
    const made = await create(path, "fixed", spec);
    const kept = await rewrite(path, made, "1073741824");
    expect(JSON.stringify(kept.body["spec"])).toContain('"1073741824"');
    expect((await rewrite(path, kept, "1G")).status).toBe(422);
  });
});
