import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";
import { filled, type HostileBody, numbered, sendHostile } from "./hostileBody.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments?dryRun=All";
const JOBS = "/apis/batch/v1/namespaces/default/jobs?dryRun=All";

/** Memory that may be needed to serve a body of very many small values. */
const ROOMY = { heap: 1024 * 1024 * 1024 };
const SIZE = 600_000;

const deployment = (spec: string): string =>
  `{"metadata":{"name":"x"},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{${spec}}}}}`;
const ONE = '"containers":[{"name":"c","image":"i"}]';
const container = (more: string): string => deployment(`"containers":[{"name":"c","image":"i",${more}}]`);
const job = (fields: string): string =>
  `{"metadata":{"name":"x"},"spec":{${fields},"template":{"spec":{"restartPolicy":"Never",${ONE}}}}}`;

const BODIES: readonly HostileBody[] = [
  {
    name: "empty containers",
    body: () => deployment(`"containers":[${filled("{},", 60_000)}{}]`),
    status: 422,
  },
  { name: "empty volume mounts", body: () => container(`"volumeMounts":[${filled("{},", SIZE)}{}]`), status: 422 },
  {
    name: "many repetitions of a disallowed capability",
    body: () =>
      container(
        `"securityContext":{"allowPrivilegeEscalation":false,"capabilities":{"add":[${filled('"CAP_SYS_ADMIN",', SIZE)}""]}}`,
      ),
    status: 422,
  },
  {
    name: "many valid tolerations",
    body: () => deployment(`${ONE},"tolerations":[${numbered(12_000, (i) => `{"key":"k${i}","operator":"Exists"}`)}]`),
    status: 201,
  },
  {
    name: "empty sources of a projected volume",
    body: () => deployment(`${ONE},"volumes":[{"name":"v","projected":{"sources":[${filled("{},", 4 * SIZE)}{}]}}]`),
    status: 201,
    limits: { ...ROOMY, stall: 50 },
  },
  {
    name: "empty pod conditions in a failure policy",
    path: JOBS,
    body: () => job(`"podFailurePolicy":{"rules":[{"onPodConditions":[${filled("{},", SIZE)}{}]}]}`),
    status: 422,
  },
];

describe("a hostile pod template does not delay other requests", () => {
  it.each(BODIES)("$name", { timeout: 60_000 }, async (row) => {
    const sent = await sendHostile(server, { path: DEPLOYMENTS, limits: ROOMY, ...row });
    expect(sent.status).toBe(row.status);
  });
});
