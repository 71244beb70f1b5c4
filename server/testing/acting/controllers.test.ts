import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configMap, core, namespace, pod } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: ["*"] });
});
afterAll(() => server.stop());

/** Waits until an object exists. */
async function appears(path: string, name: string): Promise<void> {
  const stream = await server.watch(`${path}?watch=true&fieldSelector=metadata.name%3D${name}`);
  expect(await stream.names(1)).toEqual([`ADDED ${name}`]);
  stream.close();
}

/** Waits until an object no longer exists. */
async function disappears(path: string, name: string): Promise<void> {
  const stream = await server.watch(`${path}?watch=true&fieldSelector=metadata.name%3D${name}&timeoutSeconds=15`);
  for await (const event of stream) if (event.type === "DELETED") return stream.close();
  expect.unreachable(`${name} stayed`);
}

describe("a new namespace", () => {
  it("gets a default service account and the root CA config map, so that pods can run", async () => {
    await server.request("POST", "/api/v1/namespaces", { body: namespace("fresh") });
    await Promise.all([
      appears(core("fresh", "serviceaccounts"), "default"),
      appears(core("fresh", "configmaps"), "kube-root-ca.crt"),
    ]);
    const authority = await server.request("GET", core("fresh", "configmaps", "kube-root-ca.crt"));
    expect(authority.body["data"]).toEqual({ "ca.crt": server.running.admin.ca });
    const made = await server.request("POST", core("fresh", "pods"), { body: pod("first") });
    expect([made.status, made.body["spec"]]).toMatchObject([201, { serviceAccountName: "default" }]);
  });

  it("gets both again when a client deletes them", async () => {
    const account = core("fresh", "serviceaccounts", "default");
    const before = (await server.request("GET", account)).body.metadata.uid;
    const stream = await server.watch(`${core("fresh", "serviceaccounts")}?watch=true`);
    expect(await stream.names(1)).toEqual(["ADDED default"]);
    await server.request("DELETE", account);
    expect(await stream.names(2)).toEqual(["DELETED default", "ADDED default"]);
    stream.close();
    expect((await server.request("GET", account)).body.metadata.uid).not.toBe(before);
  });
});

describe("deletion of a namespace", () => {
  it("deletes its contents, then the namespace", async () => {
    await server.request("POST", "/api/v1/namespaces", { body: namespace("doomed") });
    await appears(core("doomed", "serviceaccounts"), "default");
    await server.request("POST", core("doomed", "configmaps"), { body: configMap("content") });
    await server.request("POST", core("doomed", "secrets"), { body: { metadata: { name: "s" } } });
    const gone = disappears("/api/v1/namespaces", "doomed");
    const answer = await server.request("DELETE", "/api/v1/namespaces/doomed");
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ spec: { finalizers: ["kubernetes"] }, status: { phase: "Terminating" } });
    await gone;
    expect((await server.request("GET", core("doomed", "configmaps"))).body.items).toEqual([]);
    expect((await server.request("GET", "/api/v1/namespaces/doomed")).status).toBe(404);
  });

  it("waits for finalizers with a condition, and refuses new objects", async () => {
    await server.request("POST", "/api/v1/namespaces", { body: namespace("held") });
    const maps = core("held", "configmaps");
    await server.request("POST", maps, {
      body: { metadata: { name: "stubborn", finalizers: ["example.com/hold"] } },
    });
    const gone = disappears("/api/v1/namespaces", "held");
    const stream = await server.watch("/api/v1/namespaces?watch=true&fieldSelector=metadata.name%3Dheld");
    await server.request("DELETE", "/api/v1/namespaces/held");
    const refused = await server.request("POST", maps, { body: configMap("late") });
    expect([refused.status, refused.body.details?.causes?.[0]?.reason]).toEqual([403, "NamespaceTerminating"]);
    expect(refused.body.message).toContain("because it is being terminated");
    for await (const event of stream) {
      const { conditions = [] } = (event.object["status"] ?? {}) as { conditions?: { type: string; status: string }[] };
      if (conditions.some(({ type, status }) => type === "NamespaceFinalizersRemaining" && status === "True")) break;
    }
    stream.close();
    await server.request("PATCH", `${maps}/stubborn`, {
      body: { metadata: { finalizers: null } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    await gone;
  });

  it("is refused for the system namespaces", async () => {
    for (const name of ["default", "kube-system", "kube-public"]) {
      const answer = await server.request("DELETE", `/api/v1/namespaces/${name}`);
      expect([answer.status, answer.body.message]).toEqual([
        403,
        `namespaces "${name}" is forbidden: this namespace may not be deleted`,
      ]);
    }
  });
});

it("aggregated cluster roles include the rules of the roles they select", async () => {
  const rbac = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
  const rule = { apiGroups: ["example.com"], resources: ["widgets"], verbs: ["get"] };
  const stream = await server.watch(`${rbac}?watch=true&fieldSelector=metadata.name%3Dview`);
  await stream.next();
  await server.request("POST", rbac, {
    body: {
      metadata: { name: "widgets", labels: { "rbac.authorization.k8s.io/aggregate-to-view": "true" } },
      rules: [rule],
    },
  });
  for await (const event of stream) {
    if ((event.object["rules"] as unknown[]).some((seen) => isDeepStrictEqual(seen, rule))) break;
  }
  stream.close();
});
