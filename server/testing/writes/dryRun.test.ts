import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestAnswer } from "../httpClient.ts";
import { configMap, core, namespace, pod, service } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
const maps = core("default", "configmaps");

beforeAll(async () => {
  server = await startTestServer();
  await server.request("POST", maps, { body: configMap("real", { a: "1" }) });
});
afterAll(() => server.stop());

/** The objects that a dry run must not change. The revision may increase by the server's own writes. */
async function stored(): Promise<unknown> {
  const paths = ["configmaps", "namespaces", "pods", "services"].map((plural) => `/api/v1/${plural}`);
  const lists = await Promise.all(paths.map((path) => server.request("GET", path)));
  return lists.map(({ body }) => body.items);
}

/** Runs a request, and expects the store to be unchanged. */
async function rehearse(method: string, path: string, body?: unknown, contentType?: string): Promise<TestAnswer> {
  const before = await stored();
  const at = `${path}${path.includes("?") ? "&" : "?"}dryRun=All`;
  const headers: Record<string, string> = contentType === undefined ? {} : { "content-type": contentType };
  const answer = await server.request(method, at, { body, headers });
  expect(await stored()).toEqual(before);
  return answer;
}

describe("a dry run", () => {
  it("of a creation returns the object without a resource version", async () => {
    const answer = await rehearse("POST", maps, configMap("imagined", { k: "v" }));
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ metadata: { name: "imagined", uid: expect.any(String) }, data: { k: "v" } });
    expect(answer.body.metadata.resourceVersion).toBeUndefined();
    expect((await server.request("GET", `${maps}/imagined`)).status).toBe(404);
  });

  it("reports the same errors", async () => {
    expect((await rehearse("POST", maps, configMap("real"))).status).toBe(409);
    expect((await rehearse("POST", maps, configMap("Bad_Name"))).status).toBe(422);
    expect((await rehearse("DELETE", `${maps}/none`)).status).toBe(404);
    expect((await rehearse("PUT", `${maps}/none`, configMap("none"))).status).toBe(404);
  });

  it("of an update, each patch and an apply changes nothing", async () => {
    const before = (await server.request("GET", `${maps}/real`)).body;
    const put = await rehearse("PUT", `${maps}/real`, configMap("real", { a: "2" }));
    expect([put.status, put.body["data"]]).toEqual([200, { a: "2" }]);
    expect(put.body.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
    const patch = { data: { a: "3" } };
    const merged = await rehearse("PATCH", `${maps}/real`, patch, "application/merge-patch+json");
    expect(merged.body["data"]).toEqual({ a: "3" });
    await rehearse("PATCH", `${maps}/real`, patch, "application/strategic-merge-patch+json");
    const operations = [{ op: "replace", path: "/data/a", value: "4" }];
    await rehearse("PATCH", `${maps}/real`, operations, "application/json-patch+json");
    const applied = await rehearse(
      "PATCH",
      `${maps}/fresh?fieldManager=m`,
      configMap("fresh"),
      "application/apply-patch+yaml",
    );
    expect(applied.status).toBe(201);
    expect((await server.request("GET", `${maps}/real`)).body).toEqual(before);
  });

  it("of a deletion keeps the object", async () => {
    expect((await rehearse("DELETE", `${maps}/real`)).status).toBe(200);
    expect((await rehearse("DELETE", maps)).status).toBe(200);
    expect((await rehearse("DELETE", "/api/v1/namespaces/default")).status).toBe(403);
    expect((await server.request("GET", `${maps}/real`)).status).toBe(200);
  });

  it("of a pod's deletion or eviction returns the result without applying it", async () => {
    const pods = core("default", "pods");
    await server.request("POST", core("default", "serviceaccounts"), { body: { metadata: { name: "default" } } });
    await server.request("POST", pods, { body: pod("idle") });
    const deleted = await rehearse("DELETE", `${pods}/idle`);
    expect(deleted.body.metadata).toMatchObject({
      deletionGracePeriodSeconds: 0,
      deletionTimestamp: expect.any(String),
    });
    const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "idle" } };
    expect((await rehearse("POST", `${pods}/idle/eviction`, eviction)).status).toBe(201);
    const before = await stored();
    const asked = { ...eviction, deleteOptions: { dryRun: ["All"] } };
    expect((await server.request("POST", `${pods}/idle/eviction`, { body: asked })).status).toBe(201);
    expect(await stored()).toEqual(before);
  });

  it("allocates no cluster IP and no node port", async () => {
    const spec = { type: "NodePort", ports: [{ port: 80, nodePort: 30123 }], clusterIP: "10.96.7.7" };
    const rehearsed = await rehearse("POST", core("default", "services"), service("ghost", spec));
    expect(rehearsed.status).toBe(201);
    const real = await server.request("POST", core("default", "services"), { body: service("real", spec) });
    expect([real.status, real.body["spec"]]).toMatchObject([201, { clusterIP: "10.96.7.7" }]);
  });

  it("of a namespace deletion keeps the namespace active", async () => {
    await server.request("POST", "/api/v1/namespaces", { body: namespace("staying") });
    const answer = await rehearse("DELETE", "/api/v1/namespaces/staying");
    expect(answer.status).toBe(200);
    const after = await server.request("GET", "/api/v1/namespaces/staying");
    expect(after.body["status"]).toEqual({ phase: "Active" });
  });

  it("accepts no value but All", async () => {
    const answer = await server.request("POST", `${maps}?dryRun=Some`, { body: configMap("x") });
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: []string{"Some"}: supported values: "All"',
    ]);
  });
});
