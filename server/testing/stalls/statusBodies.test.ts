import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { filled, type HostileBody, sendHostile } from "./hostileBody.ts";

const BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
const CLAIMS = "/apis/resource.k8s.io/v1beta1/namespaces/default/resourceclaims";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ runtimeConfig: { "api/all": "true" } });
  const create = async (path: string, body: object): Promise<void> => {
    const { status, body: answer } = await server.request("POST", path, { body });
    if (status !== 201) throw new Error(`${path}: ${status} ${String(answer["message"])}`);
  };
  const metadata = { name: "x" };
  await create(core("default", "serviceaccounts"), { metadata: { name: "default" } });
  await create(core("default", "pods"), { metadata, spec: { containers: [{ name: "c", image: "i" }] } });
  await create(BUDGETS, { metadata, spec: { minAvailable: 1, selector: { matchLabels: { a: "b" } } } });
  await create(CLAIMS, { metadata, spec: { devices: {} } });
}, 120_000);
afterAll(() => server.stop());

/** Memory that may be needed to serve a body of very many small values. */
const ROOMY = { heap: 2 ** 31 };
const LENGTH = 600_000;
const empties = (member: string): string => `{"status":{"${member}":[${filled("{},", LENGTH)}{}]}}`;

const BODIES: readonly HostileBody[] = [
  { name: "empty pod IP addresses", path: `${core("default", "pods")}/x`, body: () => empties("podIPs"), status: 422 },
  {
    name: "empty host IP addresses of a pod",
    path: `${core("default", "pods")}/x`,
    body: () => empties("hostIPs"),
    status: 422,
  },
  {
    name: "empty conditions of a disruption budget",
    path: `${BUDGETS}/x`,
    body: () => empties("conditions"),
    status: 422,
  },
  { name: "empty devices of a resource claim", path: `${CLAIMS}/x`, body: () => empties("devices"), status: 200 },
  { name: "empty consumers of a resource claim", path: `${CLAIMS}/x`, body: () => empties("reservedFor"), status: 422 },
];

describe("a status that fills the body does not delay other clients", () => {
  it.each(BODIES)("$name", { timeout: 120_000 }, async ({ path = "", ...row }) => {
    const sent = await sendHostile(server, {
      ...row,
      method: "PATCH",
      type: "application/merge-patch+json",
      path: `${path}/status?dryRun=All`,
      limits: ROOMY,
    });
    expect({ status: sent.status, text: sent.status === row.status ? "" : sent.text }).toEqual({
      status: row.status,
      text: "",
    });
  });
});
