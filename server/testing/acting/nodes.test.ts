import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueCertificate } from "../../ground/x509/certificates.ts";
import type { Body, RequestOptions, TestAnswer } from "../httpClient.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
let certificate: RequestOptions["certificate"];

const asNode = (method: string, path: string, body?: unknown): Promise<TestAnswer> =>
  server.request(method, path, { ...(certificate === undefined ? {} : { certificate }), body });
const create = async (path: string, body: object): Promise<Body> => {
  const answer = await server.request("POST", path, { body });
  expect([answer.status, answer.body.message]).toEqual([201, undefined]);
  return answer.body;
};
const pod = (name: string, nodeName: string, secretName: string) => ({
  metadata: { name },
  spec: {
    nodeName,
    serviceAccountName: "robot",
    containers: [{ name: "c", image: "i" }],
    volumes: [{ name: "v", secret: { secretName } }],
  },
});

beforeAll(async () => {
  server = await startTestServer({ enableAdmissionPlugins: ["NodeRestriction"] });
  const pki = join(server.dataDir, "pki");
  const authority = {
    certificate: await readFile(join(pki, "ca.crt"), "utf8"),
    key: await readFile(join(pki, "ca.key"), "utf8"),
  };
  const leaf = await issueCertificate(authority, {
    commonName: "system:node:n1",
    organizations: ["system:nodes"],
    usage: "client",
    notBefore: Date.now() - 60_000,
    notAfter: Date.now() + 3_600_000,
  });
  certificate = { cert: leaf.certificate, key: leaf.key, ca: server.running.admin.ca };
  await create("/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "robot" } });
  for (const name of ["mine", "theirs"]) await create("/api/v1/namespaces/default/secrets", { metadata: { name } });
});
afterAll(() => server.stop());

describe("a node", () => {
  it("can register itself and no other node", async () => {
    expect((await asNode("POST", "/api/v1/nodes", { metadata: { name: "n1" } })).status).toBe(201);
    const other = await asNode("POST", "/api/v1/nodes", { metadata: { name: "n2" } });
    expect([other.status, other.body.message]).toEqual([
      403,
      'nodes "n2" is forbidden: node "n1" is not allowed to modify node "n2"',
    ]);
    expect((await asNode("GET", "/api/v1/nodes/n1")).status).toBe(200);
    const list = await asNode("GET", "/api/v1/nodes");
    expect([list.status, list.body.message]).toEqual([
      403,
      `nodes is forbidden: User "system:node:n1" cannot list resource "nodes" in API group "" at the cluster scope: node 'n1' cannot read all nodes, only its own Node object`,
    ]);
    expect((await asNode("GET", "/api/v1/nodes?fieldSelector=metadata.name%3Dn1")).status).toBe(200);
  });

  it("cannot set restricted labels or taints on itself", async () => {
    const patch = (body: object): Promise<TestAnswer> =>
      server.request("PATCH", "/api/v1/nodes/n1", {
        ...(certificate === undefined ? {} : { certificate }),
        headers: { "content-type": "application/merge-patch+json" },
        body,
      });
    expect((await patch({ metadata: { labels: { "kubernetes.io/os": "linux" } } })).status).toBe(200);
    const label = await patch({ metadata: { labels: { "node-restriction.kubernetes.io/x": "y" } } });
    expect(label.body.message).toBe(
      'nodes "n1" is forbidden: is not allowed to modify labels: node-restriction.kubernetes.io/x',
    );
    const taint = await patch({ spec: { taints: [] } });
    expect(taint.body.message).toBe('nodes "n1" is forbidden: node "n1" is not allowed to modify taints');
  });

  it("can read the secrets of its pods only while they exist", async () => {
    const secret = "/api/v1/namespaces/default/secrets/mine";
    const before = await asNode("GET", secret);
    expect([before.status, before.body.message]).toEqual([
      403,
      `secrets "mine" is forbidden: User "system:node:n1" cannot get resource "secrets" in API group "" in the namespace "default": no relationship found between node 'n1' and this object`,
    ]);
    await create("/api/v1/namespaces/default/pods", pod("a", "n1", "mine"));
    await create("/api/v1/namespaces/default/pods", pod("b", "n2", "theirs"));
    expect((await asNode("GET", secret)).status).toBe(200);
    expect((await asNode("GET", "/api/v1/namespaces/default/secrets/theirs")).status).toBe(403);
    const all = await asNode("GET", "/api/v1/pods");
    expect(all.body.message).toMatch(/: can only list\/watch pods with spec.nodeName field selector$/);
    const own = await asNode("GET", "/api/v1/pods?fieldSelector=spec.nodeName%3Dn1");
    expect(own.body.items.map(({ metadata }) => metadata.name)).toEqual(["a"]);
  });

  it("can request tokens for its own pods only", async () => {
    const ask = async (name: string) => {
      const bound = (await server.request("GET", `/api/v1/namespaces/default/pods/${name}`)).body;
      const boundObjectRef = { apiVersion: "v1", kind: "Pod", name, uid: bound.metadata.uid };
      return asNode("POST", "/api/v1/namespaces/default/serviceaccounts/robot/token", { spec: { boundObjectRef } });
    };
    expect((await ask("a")).status).toBe(201);
    const other = await ask("b");
    expect([other.status, other.body.message]).toEqual([
      403,
      'serviceaccounts "robot" is forbidden: node requested token bound to a pod scheduled on a different node',
    ]);
  });

  it("can evict and delete its own pods only", async () => {
    const path = "/api/v1/namespaces/default/pods";
    const eviction = (name: string) => asNode("POST", `${path}/${name}/eviction`, { metadata: { name } });
    expect((await eviction("b")).body.message).toBe(
      'pods "b" is forbidden: node n1 can only evict pods with spec.nodeName set to itself',
    );
    const other = await asNode("DELETE", `${path}/b`);
    expect(other.body.message).toBe(
      'pods "b" is forbidden: node "n1" can only delete pods with spec.nodeName set to itself',
    );
    expect((await asNode("DELETE", `${path}/a`, { gracePeriodSeconds: 0 })).status).toBe(200);
    expect((await asNode("GET", "/api/v1/namespaces/default/secrets/mine")).status).toBe(403);
  });

  it("can write its own lease only", async () => {
    const path = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
    expect((await asNode("POST", path, { metadata: { name: "n1" } })).status).toBe(201);
    expect((await asNode("POST", path, { metadata: { name: "n2" } })).body.message).toBe(
      'leases.coordination.k8s.io "n2" is forbidden: can only access node lease with the same name as the requesting node',
    );
  });
});

describe("the pod security level of a namespace", () => {
  it("is enforced, returns warnings, and is checked against existing pods", async () => {
    await create("/api/v1/namespaces", { metadata: { name: "strict" } });
    const privileged = { containers: [{ name: "c", image: "i", securityContext: { privileged: true } }] };
    const pods = "/api/v1/namespaces/strict/pods";
    await create("/api/v1/namespaces/strict/serviceaccounts", { metadata: { name: "default" } });
    await create(pods, { metadata: { name: "old" }, spec: privileged });
    const labels = { "pod-security.kubernetes.io/enforce": "baseline" };
    const labelled = await server.request("PATCH", "/api/v1/namespaces/strict", {
      headers: { "content-type": "application/merge-patch+json" },
      body: { metadata: { labels } },
    });
    expect(labelled.headers["warning"]).toBe(
      '299 - "existing pods in namespace \\"strict\\" violate the new PodSecurity enforce level \\"baseline:latest\\"", 299 - "old: privileged"',
    );
    const refused = await server.request("POST", pods, {
      body: { metadata: { generateName: "p-" }, spec: privileged },
    });
    expect([refused.status, refused.body.reason]).toEqual([403, "Forbidden"]);
    expect(refused.body.message).toMatch(
      /^pods "p-.{5}" is forbidden: violates PodSecurity "baseline:latest": privileged \(container "c" must not set securityContext.privileged=true\)$/,
    );
    const template = { metadata: { labels: { a: "b" } }, spec: privileged };
    const deployment = await server.request("POST", "/apis/apps/v1/namespaces/strict/deployments", {
      body: { metadata: { name: "d" }, spec: { selector: { matchLabels: { a: "b" } }, template } },
    });
    expect([deployment.status, deployment.headers["warning"]]).toEqual([
      201,
      '299 - "would violate PodSecurity \\"baseline:latest\\": privileged (container \\"c\\" must not set securityContext.privileged=true)"',
    ]);
  });
});

describe("--enable-admission-plugins", () => {
  it("accepts known plugin names only", async () => {
    await expect(startTestServer({ enableAdmissionPlugins: ["Nope"] })).rejects.toThrow(
      'enable-admission-plugins plugin "Nope" is unknown',
    );
  });
});
