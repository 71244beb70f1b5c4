import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { parseServeFlags } from "../../whole/options/parseFlags.ts";
import type { Body } from "../httpClient.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const NODES = ["node-1", "node-2"];
const APPS = "/apis/apps/v1/namespaces/default";
const PODS = "/api/v1/namespaces/default/pods";
const MERGE = { "content-type": "application/merge-patch+json" };
/** Milliseconds after which waiting for a condition fails. */
const TIMEOUT = 20_000;

let server: TestServer;
let folder: string;
let auditLogPath: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-outside-"));
  const auditPolicyFile = join(folder, "policy.yaml");
  auditLogPath = join(folder, "audit.log");
  const rules = "rules: [{level: None, verbs: [get, list, watch]}, {level: Metadata, omitStages: [RequestReceived]}]";
  await writeFile(auditPolicyFile, `apiVersion: audit.k8s.io/v1\nkind: Policy\n${rules}\n`);
  const flags = parseServeFlags(["--controllers=", "--scheduler=false", "--simulated-nodes=2"]);
  if ("error" in flags || !("options" in flags)) throw new Error(JSON.stringify(flags));
  const { controllers, scheduler, simulatedNodes } = flags.options;
  server = await startTestServer({ controllers, scheduler, simulatedNodes, auditPolicyFile, auditLogPath });
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function send(as: string, method: string, path: string, body?: unknown, headers = {}): Promise<Body> {
  const answer = await server.request(method, path, { as, body, headers });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
}
const user = (method: string, path: string, body?: unknown): Promise<Body> => send("admin", method, path, body);
/** An external controller: another client, with its own rights. */
const outside = (method: string, path: string, body?: unknown, headers = {}): Promise<Body> =>
  send("bob", method, path, body, headers);
const items = async (path: string): Promise<ApiObject[]> => (await user("GET", path)).items;

async function waitFor(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT;
  while (!(await holds())) if (performance.now() > end) throw new Error("never");
}

const template = { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "c", image: "nginx:1.25" }] } };
const selector = { matchLabels: { app: "web" } };

/** The user's objects: each of these has a controller that would act on it at once. */
const WISHES: readonly [string, unknown][] = [
  [`${APPS}/deployments`, { metadata: { name: "web" }, spec: { replicas: 2, selector, template } }],
  [`${APPS}/statefulsets`, { metadata: { name: "db" }, spec: { serviceName: "db", selector, template } }],
  [`${APPS}/daemonsets`, { metadata: { name: "agent" }, spec: { selector, template } }],
  [
    "/apis/batch/v1/namespaces/default/jobs",
    { metadata: { name: "once" }, spec: { template: { spec: { ...template.spec, restartPolicy: "Never" } } } },
  ],
  [
    "/api/v1/namespaces/default/services",
    { metadata: { name: "web" }, spec: { selector: { app: "web" }, ports: [{ port: 80 }] } },
  ],
  [
    "/api/v1/namespaces/default/services",
    { metadata: { name: "lb" }, spec: { type: "LoadBalancer", ports: [{ port: 80 }] } },
  ],
  ["/api/v1/namespaces/default/resourcequotas", { metadata: { name: "q" }, spec: { hard: { pods: "9" } } }],
  [
    "/api/v1/namespaces/default/persistentvolumeclaims",
    {
      metadata: { name: "data" },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    },
  ],
  [
    "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
    { metadata: { name: "b" }, spec: { minAvailable: 1, selector } },
  ],
  ["/api/v1/namespaces", { metadata: { name: "left" } }],
];

/** Does by hand what the controller manager and the scheduler would do for the deployment. */
async function actOutside(): Promise<void> {
  await outside("POST", "/api/v1/namespaces/default/serviceaccounts", { metadata: { name: "default" } });
  const root = { metadata: { name: "kube-root-ca.crt" }, data: { "ca.crt": "none" } };
  await outside("POST", "/api/v1/namespaces/default/configmaps", root);
  for (const name of NODES) await outside("PATCH", `/api/v1/nodes/${name}`, { spec: { taints: null } }, MERGE);
  const [deployment] = await items(`${APPS}/deployments`);
  const owner = (kind: string, { metadata }: ApiObject) => [
    { apiVersion: "apps/v1", kind, name: metadata.name, uid: metadata.uid, controller: true, blockOwnerDeletion: true },
  ];
  const set = await outside("POST", `${APPS}/replicasets`, {
    metadata: { name: "web-1", labels: { app: "web" }, ownerReferences: owner("Deployment", deployment as ApiObject) },
    spec: { replicas: 2, selector, template },
  });
  for (const node of NODES) {
    const name = `web-1-${node}`;
    const metadata = { ...template.metadata, name, ownerReferences: owner("ReplicaSet", set) };
    await outside("POST", PODS, { metadata, spec: template.spec });
    await outside("POST", `${PODS}/${name}/binding`, { metadata: { name }, target: { kind: "Node", name: node } });
  }
}

describe("a server without built-in controllers and scheduler", () => {
  it("works with external ones, and its simulated nodes run the pods", async () => {
    await user("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
      metadata: { name: "outside" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "bob" }],
    });
    await waitFor(async () => (await items("/api/v1/nodes")).length === NODES.length);
    for (const [path, wish] of WISHES) await user("POST", path, wish);
    await actOutside();
    await waitFor(async () => {
      const pods = (await items(PODS)) as (ApiObject & { status?: { phase?: string; podIP?: string } })[];
      return pods.every(({ status }) => status?.phase === "Running" && status.podIP !== undefined);
    });

    // Work of controllers is not done: nothing is counted, collected, published or cleaned up.
    await user("DELETE", `${APPS}/deployments/web`);
    await user("DELETE", "/api/v1/namespaces/left");
    expect((await items(PODS)).map(({ metadata }) => metadata.name).sort()).toEqual(
      NODES.map((node) => `web-1-${node}`),
    );
    expect((await items(`${APPS}/replicasets`)).map(({ metadata }) => metadata.name)).toEqual(["web-1"]);
    for (const path of [
      "/api/v1/namespaces/default/endpoints",
      "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
    ]) {
      expect(
        (await items(path)).filter(
          ({ metadata }) => metadata.name !== "kubernetes" && !metadata.name?.startsWith("kubernetes"),
        ),
      ).toEqual([]);
    }
    expect(await items(`${APPS}/controllerrevisions`)).toEqual([]);
    expect((await user("GET", "/api/v1/namespaces/left"))["status"]).toEqual({ phase: "Terminating" });
    for (const [kind, name] of [
      ["statefulsets", "db"],
      ["daemonsets", "agent"],
    ])
      expect(
        ((await user("GET", `${APPS}/${kind}/${name}`))["status"] as { observedGeneration?: number })
          .observedGeneration,
      ).toBeUndefined();
    expect((await user("GET", "/apis/batch/v1/namespaces/default/jobs/once"))["status"]).toEqual({});
  });

  it("writes nothing as a controller or scheduler", async () => {
    await server.running.stop(500);
    const writes = (await readFile(auditLogPath, "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { user: { username: string }; userAgent?: string });
    // The API server itself creates the initial objects of a cluster.
    const others = writes.filter(({ user: { username } }) => username !== "system:apiserver");
    const writers = new Set(others.map(({ user: { username } }) => username));
    expect([...writers].sort()).toEqual(["admin", "bob", ...NODES.map((node) => `system:node:${node}`)].sort());
    for (const { userAgent } of others) expect(userAgent ?? "").not.toMatch(/controller-manager|scheduler/);
  });
});
