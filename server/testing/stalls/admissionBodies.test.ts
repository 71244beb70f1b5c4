import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { type HostileBody, MAPS, numbered, sendHostile } from "./hostileBody.ts";

/** Objects that admission plugins read in addition to the pods; each set is created in a separate namespace. */
const WORLDS = {
  plain: {},
  restricted: {},
  limited: {
    limitranges: {
      limits: [
        { type: "Container", max: { cpu: "10" }, default: { cpu: "2" } },
        { type: "Pod", max: { cpu: "100" } },
      ],
    },
  },
  quota: { resourcequotas: { hard: { "requests.cpu": "100", pods: "10" } } },
} as const;
type World = keyof typeof WORLDS;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const create = async (path: string, body: object | string): Promise<void> => {
    const { status, body: answer } = await server.request("POST", path, { body });
    if (status !== 201) throw new Error(`${path}: ${status} ${String(answer["message"]).slice(0, 300)}`);
  };
  for (const [name, objects] of Object.entries(WORLDS)) {
    const levels = name === "restricted" ? ["enforce", "audit", "warn"] : [];
    const labels = Object.fromEntries(levels.map((mode) => [`pod-security.kubernetes.io/${mode}`, "restricted"]));
    await create("/api/v1/namespaces", { metadata: { name, labels } });
    await create(core(name, "serviceaccounts"), { metadata: { name: "default" } });
    for (const [resource, spec] of Object.entries(objects))
      await create(core(name, resource), { metadata: { name: "x" }, spec });
  }
  // No controller runs that would compute the used amounts.
  const used = { hard: WORLDS.quota.resourcequotas.hard, used: { "requests.cpu": "0", pods: "0" } };
  const counted = await server.request("PATCH", `${core("quota", "resourcequotas")}/x/status`, {
    body: { status: used },
    headers: { "content-type": "application/merge-patch+json" },
  });
  expect(counted.status).toBe(200);
  await create(
    "/apis/node.k8s.io/v1/runtimeclasses",
    `{"metadata":{"name":"wide"},"handler":"h","overhead":{"podFixed":{"cpu":"1"}},"scheduling":{"nodeSelector":{${members(20_000, '"1"')}},"tolerations":[${tolerations(15_000, "r")}]}}`,
  );
  await create("/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies", {
    metadata: { name: "reads-all" },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [""], apiVersions: ["*"], operations: ["*"], resources: ["configmaps"] }],
      },
      validations: [{ expression: "object.data.all(key, key != 'none')" }],
    },
  });
  await create("/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings", {
    metadata: { name: "reads-all" },
    spec: { policyName: "reads-all", validationActions: ["Deny"] },
  });
}, 60_000);
afterAll(() => server.stop());

const members = (count: number, value: string): string => numbered(count, (i) => `"k${i}":${value}`);
const tolerations = (count: number, key: string): string =>
  numbered(count, (i) => `{"key":"${key}${i}","operator":"Exists"}`);
const pod = (containers: string, spec = ""): string =>
  `{"metadata":{"name":"x"},"spec":{"containers":[${containers}]${spec}}}`;
const many = (count: number, more: string): string => numbered(count, (i) => `{"name":"c${i}","image":"i"${more}}`);
const one = (more: string): string => `{"name":"c","image":"i"${more}}`;

const BODIES: readonly (readonly [name: string, world: World, body: () => string, status: number])[] = [
  ["containers that all violate the restricted level", "restricted", () => pod(many(60_000, "")), 403],
  ["privileged containers", "restricted", () => pod(many(25_000, ',"securityContext":{"privileged":true}')), 403],
  [
    "containers checked against a LimitRange",
    "limited",
    () => pod(many(25_000, ',"resources":{"limits":{"cpu":"1","memory":"1Gi"}}')),
    403,
  ],
  [
    "a container with very many limits",
    "limited",
    () => pod(one(`,"resources":{"limits":{${members(150_000, '"1"')}}}`)),
    422,
  ],
  [
    "containers counted against a quota",
    "quota",
    () => pod(many(25_000, ',"resources":{"requests":{"cpu":"1","memory":"1Gi"}}')),
    403,
  ],
  [
    "a RuntimeClass that adds many tolerations",
    "plain",
    () => pod(one(""), `,"runtimeClassName":"wide","tolerations":[${tolerations(30_000, "p")}]`),
    201,
  ],
];

describe("admission of a pod that fills the body does not delay other clients", () => {
  it.each(BODIES)("%s", { timeout: 120_000 }, async (_, world, body, status) => {
    const row: HostileBody = {
      name: "",
      path: `${core(world, "pods")}?dryRun=All`,
      body,
      status,
      limits: { heap: 2 ** 31 },
    };
    const answer = await sendHostile(server, row);
    expect({ status: answer.status, text: answer.status === status ? "" : answer.text }).toEqual({ status, text: "" });
  });

  it("a policy that reads a very large map", { timeout: 120_000 }, async () => {
    const body = (): string => `{"metadata":{"name":"x"},"data":{${members(200_000, '""')}}}`;
    const row: HostileBody = { name: "", path: MAPS, body, status: 201, limits: { heap: 2 ** 31 } };
    // Its cost may exceed the budget: then the policy fails, and the request with it.
    expect([201, 422]).toContain((await sendHostile(server, row)).status);
  });
});
