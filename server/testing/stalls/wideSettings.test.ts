import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNoStall } from "../longestStall.ts";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { numbered } from "./hostileBody.ts";

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const NAMESPACED = `${RBAC}/namespaces/default`;
/** Number of objects of each kind; many labels make them large. */
const COUNT = 15;
const labels = numbered(20_000, (i) => `"k${i}":""`);
const HEAP = 1024 * 1024 * 1024;

/** Kinds that users of a namespace may fill with objects, and that the server reads for requests of others. */
const KINDS: readonly (readonly [path: string, rest: string])[] = [
  [core("default", "limitranges"), '"spec":{"limits":[{"type":"Container","default":{"cpu":"1"}}]}'],
  [core("default", "resourcequotas"), '"spec":{"hard":{"count/jobs.batch":"10"}}'],
  [
    `${NAMESPACED}/rolebindings`,
    '"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"x"},"subjects":[{"kind":"User","name":"bob"}]',
  ],
  [
    "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
    '"spec":{"minAvailable":1,"selector":{"matchLabels":{"app":"other"}}}',
  ],
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.request("POST", core("default", "serviceaccounts"), { body: '{"metadata":{"name":"default"}}' });
  const roles = [
    ["roles", '"rules":[{"apiGroups":["*"],"resources":["roles"],"verbs":["*"]}]'],
    [
      "rolebindings",
      '"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"writers"},"subjects":[{"kind":"User","name":"alice"}]',
    ],
  ] as const;
  for (const [resource, rest] of roles) {
    const body = `{"metadata":{"name":"writers"},${rest}}`;
    expect((await server.request("POST", `${NAMESPACED}/${resource}`, { body })).status).toBe(201);
  }
  for (const [path, rest] of KINDS) {
    for (let i = 0; i < COUNT; i++) {
      const body = `{"metadata":{"name":"wide-${i}","labels":{${labels}}},${rest}}`;
      expect((await server.request("POST", path, { body })).status).toBe(201);
    }
  }
}, 120_000);
afterAll(() => server.stop());

const pod = (name: string): string =>
  `{"metadata":{"name":"${name}"},"spec":{"containers":[{"name":"c","image":"i"}]}}`;

describe("a request affected by very large objects in its namespace does not delay other requests", () => {
  const post = async (path: string, body: string, as?: string): Promise<number> =>
    (await server.request("POST", path, { body, ...(as === undefined ? {} : { as }) })).status;

  it("a pod under limit ranges and quotas", { timeout: 60_000 }, async () => {
    const create = (attempt: number) => post(core("default", "pods"), pod(`limited-${attempt}`));
    expect(await expectNoStall(server, create, { heap: HEAP })).toBe(201);
  });

  it("pods that are created together under a quota of many resources", { timeout: 60_000 }, async () => {
    const quotas = core("counted", "resourcequotas");
    const hard = numbered(20_000, (i) => `"count/k${i}.example.com":"10"`);
    await post("/api/v1/namespaces", '{"metadata":{"name":"counted"}}');
    await post(core("counted", "serviceaccounts"), '{"metadata":{"name":"default"}}');
    expect(await post(quotas, `{"metadata":{"name":"many"},"spec":{"hard":{"pods":"1000",${hard}}}}`)).toBe(201);
    const status = await server.request("PATCH", `${quotas}/many/status`, {
      headers: { "content-type": "application/merge-patch+json" },
      body: `{"status":{"hard":{"pods":"1000",${hard}},"used":{"pods":"0"}}}`,
    });
    expect(status.status).toBe(200);
    const create = (attempt: number) =>
      Promise.all(Array.from({ length: 20 }, (_, i) => post(core("counted", "pods"), pod(`p-${attempt}-${i}`))));
    expect(new Set(await expectNoStall(server, create, { heap: HEAP }))).toEqual(new Set([201]));
  });

  it("an eviction under disruption budgets", { timeout: 60_000 }, async () => {
    const prepare = async (attempt: number) => void (await post(core("default", "pods"), pod(`evicted-${attempt}`)));
    const evict = (attempt: number) =>
      post(`${core("default", "pods")}/evicted-${attempt}/eviction`, `{"metadata":{"name":"evicted-${attempt}"}}`);
    expect(await expectNoStall(server, evict, { prepare, heap: HEAP })).toBe(201);
  });

  it("a role created by a user whose permissions come from bindings", { timeout: 60_000 }, async () => {
    const grant = (attempt: number) =>
      post(
        `${NAMESPACED}/roles`,
        `{"metadata":{"name":"more-${attempt}"},"rules":[{"apiGroups":["rbac.authorization.k8s.io"],"resources":["roles"],"verbs":["get"]}]}`,
        "alice",
      );
    expect(await expectNoStall(server, grant, { heap: HEAP })).toBe(201);
  });

  it("a pod security level checked against existing pods", { timeout: 60_000 }, async () => {
    for (let i = 0; i < COUNT; i++) {
      const body = `{"metadata":{"name":"wide-${i}","labels":{${labels}}},"spec":{"containers":[{"name":"c","image":"i"}]}}`;
      expect((await server.request("POST", core("default", "pods"), { body })).status).toBe(201);
    }
    const label = (level: string) =>
      server.request("PATCH", "/api/v1/namespaces/default", {
        headers: { "content-type": "application/merge-patch+json" },
        body: `{"metadata":{"labels":{"pod-security.kubernetes.io/enforce":"${level}"}}}`,
      });
    const work = async () => (await label("restricted")).status;
    const prepare = async () => void (await label("privileged"));
    expect(await expectNoStall(server, work, { prepare, heap: HEAP })).toBe(200);
  });
});
