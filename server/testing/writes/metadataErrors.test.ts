import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRequest } from "../../ground/x509/testing/makeRequest.ts";
import type { TestAnswer } from "../httpClient.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "x" }] } };
const workload = { selector: { matchLabels: { a: "b" } }, template };
const rbac = "/apis/rbac.authorization.k8s.io/v1";

/**
 * Kinds, and how often they report an invalid label and a finalizer without a domain: once or more, depending on the
 * kind's rules.
 */
const cases: readonly [path: string, more: object, labels: number, finalizers: number][] = [
  ["/api/v1/namespaces/default/configmaps", {}, 4, 2],
  ["/api/v1/namespaces/default/limitranges", {}, 3, 1],
  ["/api/v1/namespaces/default/resourcequotas", {}, 3, 1],
  ["/api/v1/namespaces/default/events", { involvedObject: { namespace: "default" } }, 2, 0],
  ["/apis/apps/v1/namespaces/default/deployments", { spec: workload }, 3, 1],
  ["/apis/apps/v1/namespaces/default/replicasets", { spec: workload }, 4, 2],
  ["/apis/policy/v1/namespaces/default/poddisruptionbudgets", { spec: { minAvailable: 1 } }, 2, 0],
  [`${rbac}/namespaces/default/roles`, { rules: [] }, 5, 3],
  ["/apis/storage.k8s.io/v1/csinodes", { spec: { drivers: [] } }, 4, 2],
  ["/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {}, 3, 0],
  ["/apis/coordination.k8s.io/v1/namespaces/default/leases", {}, 3, 0],
];

it.each(cases)("%s validates changed metadata as often as the reference", async (path, more, labels, finalizers) => {
  const meta = { name: "looked-at" };
  expect((await server.request("POST", path, { body: { metadata: meta, ...more } })).status).toBe(201);
  const change = async (metadata: object): Promise<string[]> => {
    const answer = await server.request("PATCH", `${path}/looked-at`, {
      headers: { "content-type": "application/merge-patch+json" },
      body: { metadata },
    });
    return (answer.body.details?.causes ?? []).map(({ field }) => field ?? "");
  };
  expect(await change({ labels: { "a b": "c" } })).toEqual(new Array(labels).fill("metadata.labels"));
  expect(await change({ finalizers: ["odd"] })).toEqual(new Array(finalizers).fill("metadata.finalizers[0]"));
});

it("reports all invalid parts of a name and every missing field", async () => {
  const body = { metadata: { name: "parts", labels: { "A b/c d": "", "a/": "" }, annotations: { "A b/c d": "" } } };
  const answer = await server.request("POST", "/api/v1/namespaces/default/configmaps", { body });
  const told = (answer.body.details?.causes ?? []).map(({ field, message }) => [
    field,
    message?.split(/ must| a low/)[0],
  ]);
  const twice = ['Invalid value: "A b/c d": prefix part', 'Invalid value: "A b/c d": name part'];
  expect(told).toEqual([
    ...[...twice, ...new Array(2).fill('Invalid value: "a/": name part')].map((text) => ["metadata.labels", text]),
    ...twice.map((text) => ["metadata.annotations", text]),
  ]);
});

it("names of disruption budgets and events only need to be valid path segments", async () => {
  const path = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
  const create = (name: string): Promise<{ status: number }> =>
    server.request("POST", path, { body: { metadata: { name }, spec: { minAvailable: 1 } } });
  expect((await create("Not_a:label")).status).toBe(201);
  expect((await create("a/b")).status).toBe(422);
});

it("names of certificate signing requests only need to be valid path segments, which is validated last", async () => {
  const path = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  const create = async (name: string, spec: object): Promise<[number, (string | undefined)[] | undefined]> => {
    const { status, body } = await server.request("POST", path, { body: { metadata: { name }, spec } });
    return [status, body.details?.causes?.map(({ field }) => field)];
  };
  const { base64: request } = await makeRequest({ commonName: "u" });
  const good = { request, signerName: "example.com/any", usages: ["client auth"] };
  expect(await create("node-csr-Abc_d:e f", good)).toEqual([201, undefined]);
  expect(await create("a/b", good)).toEqual([422, ["metadata.name"]]);
  expect(await create("a/b", { ...good, usages: [] })).toEqual([422, ["spec.usages"]]);
});

it("validation errors name the stored kind", async () => {
  const path = "/apis/events.k8s.io/v1/namespaces/default/events";
  const { body } = await server.request("POST", path, { body: { metadata: { name: "e" } } });
  expect(body.message).toMatch(/^Event "e" is invalid: /);
  expect(body.details).not.toHaveProperty("group");
});

it("clients cannot change the deletion time of a terminating object", async () => {
  const path = "/api/v1/namespaces/default/configmaps";
  const change = (metadata: object): Promise<TestAnswer> =>
    server.request("PATCH", `${path}/ending`, {
      headers: { "content-type": "application/merge-patch+json" },
      body: { metadata },
    });
  await server.request("POST", path, { body: { metadata: { name: "ending", finalizers: ["example.com/x"] } } });
  expect((await change({ deletionTimestamp: "2001-01-01T00:00:00Z" })).status).toBe(422);
  const ending = await server.request("DELETE", `${path}/ending`);
  const moved = await change({ deletionTimestamp: "2001-01-01T00:00:00Z", selfLink: "/x" });
  expect(moved.body.metadata).not.toHaveProperty("selfLink");
  expect([moved.status, moved.body.metadata.deletionTimestamp]).toEqual([200, ending.body.metadata.deletionTimestamp]);
});

it("reports finalizers of a new namespace with the list's field, and of a finalized one with the entry's", async () => {
  const body = { metadata: { name: "held" }, spec: { finalizers: ["plain"] } };
  const created = await server.request("POST", "/api/v1/namespaces", { body });
  const detail = "name is neither a standard finalizer name nor is it fully qualified";
  expect(created.body.details?.causes).toEqual([
    { reason: "FieldValueInvalid", message: `Invalid value: "plain": ${detail}`, field: "spec.finalizers" },
  ]);
  const finalized = await server.request("PUT", "/api/v1/namespaces/default/finalize", {
    body: { metadata: { name: "default" }, spec: body.spec },
  });
  expect(finalized.body.details?.causes?.map(({ field }) => field)).toEqual(["spec.finalizers[0]"]);
  const labelled = await server.request("PUT", "/api/v1/namespaces/default/finalize", {
    body: { metadata: { name: "default", labels: { "a b": "c" } } },
  });
  expect(labelled.body.details?.causes?.map(({ field }) => field)).toEqual(new Array(3).fill("metadata.labels"));
});

const rolePath = `${rbac}/namespaces/default/roles`;
const policies = "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies";

/** A kind, an invalid change of its spec, and the order of the errors of that and of an invalid label (`*`). */
const woven: readonly [path: string, more: object, change: object, told: string][] = [
  ["/api/v1/namespaces/default/configmaps", { immutable: true }, { data: { "a b": "" } }, "* * * data * data[a b]"],
  ["/api/v1/namespaces/default/secrets", {}, { type: "x", data: { "a b": "" } }, "* * * type * data[a b]"],
  [
    "/apis/apps/v1/namespaces/default/daemonsets",
    { spec: workload },
    { spec: { minReadySeconds: -1 } },
    "* * * spec.minReadySeconds * spec.minReadySeconds",
  ],
  [
    "/apis/apps/v1/namespaces/default/replicasets",
    { spec: workload },
    { spec: { replicas: -1 } },
    "* * * spec.replicas * spec.replicas",
  ],
  [
    "/apis/apps/v1/namespaces/default/deployments",
    { spec: workload },
    { spec: { replicas: -1 } },
    "* * * spec.replicas",
  ],
  [rolePath, { rules: [] }, { rules: [{ verbs: [], nonResourceURLs: ["/"] }] }, "* * * V N * V N *"],
  [policies, { spec: { podSelector: {} } }, { spec: { policyTypes: ["x"] } }, "* * * T * T"],
  [
    "/apis/storage.k8s.io/v1/storageclasses",
    { provisioner: "example.com/p" },
    { reclaimPolicy: "x" },
    "* * * reclaimPolicy * reclaimPolicy",
  ],
  [
    "/apis/networking.k8s.io/v1/ingressclasses",
    { spec: { controller: "example.com/c" } },
    { spec: { controller: "x" } },
    "* * * spec.controller * spec.controller",
  ],
];
const SHORT: Readonly<Record<string, string>> = {
  "metadata.labels": "*",
  "rules[0].verbs": "V",
  "rules[0].nonResourceURLs": "N",
  "spec.policyTypes[0]": "T",
};

it.each(woven)("%s reports changed metadata in order among its other errors", async (path, more, wrong, told) => {
  expect((await server.request("POST", path, { body: { metadata: { name: "woven" }, ...more } })).status).toBe(201);
  const answer = await server.request("PATCH", `${path}/woven`, {
    headers: { "content-type": "application/merge-patch+json" },
    body: { metadata: { labels: { "a b": "c" } }, ...wrong },
  });
  const fields = (answer.body.details?.causes ?? []).map(({ field = "" }) => SHORT[field] ?? field);
  expect(fields.join(" ")).toBe(told);
});

it("reports metadata of a changed status as often and in the same place as the reference", async () => {
  const statuses: readonly [path: string, more: object, status: object, told: string][] = [
    [
      "/apis/apps/v1/namespaces/default/statefulsets",
      { spec: { ...workload, serviceName: "s" } },
      { replicas: 0, collisionCount: -1 },
      "* * status.collisionCount *",
    ],
    ["/apis/policy/v1/namespaces/default/poddisruptionbudgets", { spec: { minAvailable: 1 } }, {}, "* *"],
    [
      "/apis/batch/v1/namespaces/default/cronjobs",
      {
        spec: {
          schedule: "* * * * *",
          jobTemplate: { spec: { template: { spec: { ...template.spec, restartPolicy: "Never" } } } },
        },
      },
      {},
      "* *",
    ],
  ];
  for (const [path, more, status, told] of statuses) {
    const created = await server.request("POST", path, { body: { metadata: { name: "woven-status" }, ...more } });
    expect(created.status).toBe(201);
    const answer = await server.request("PATCH", `${path}/woven-status/status`, {
      headers: { "content-type": "application/merge-patch+json" },
      body: { metadata: { labels: { "a b": "c" } }, status },
    });
    const fields = (answer.body.details?.causes ?? []).map(({ field = "" }) => SHORT[field] ?? field);
    expect(fields.join(" ")).toBe(told);
  }
});

const definition = {
  group: "example.com",
  scope: "Cluster",
  names: { plural: "as", kind: "A" },
  versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
};

it.each<[path: string, spec: object, rule: string]>([
  [
    "/apis/apiregistration.k8s.io/v1/apiservices",
    { group: "example.com", version: "v1", groupPriorityMinimum: 1, versionPriority: 1 },
    'must be `spec.version+"."+spec.group`: "v1.example.com"',
  ],
  ["/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition, 'must be spec.names.plural+"."+spec.group'],
])("reports names that do not match the spec before other metadata errors (%s)", async (path, spec, rule) => {
  const metadata = { generateName: "other-", name: "other", labels: { "a b": "" } };
  const answer = await server.request("POST", path, { body: { metadata, spec } });
  expect((answer.body.details?.causes ?? []).map(({ field, message }) => [field, message]).slice(0, 3)).toEqual([
    ["metadata.generateName", `Invalid value: "other-": ${rule}`],
    ["metadata.name", `Invalid value: "other": ${rule}`],
    ["metadata.labels", expect.stringContaining('Invalid value: "a b"')],
  ]);
});
