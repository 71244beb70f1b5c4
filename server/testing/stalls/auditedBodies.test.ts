import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { core } from "../objects.ts";
import { startTestServer, type TestServer, temporaryFolder } from "../testServer.ts";
import { type HostileBody, MAPS, numbered, SWEPT, sendHostile } from "./hostileBody.ts";

const POLICY = `{"apiVersion":"audit.k8s.io/v1","kind":"Policy","rules":[{"level":"RequestResponse"}]}`;
const LARGE = `${core("default", "configmaps")}/large`;

let server: TestServer;
beforeAll(async () => {
  const folder = await temporaryFolder();
  const auditPolicyFile = join(folder, "policy.json");
  await writeFile(auditPolicyFile, POLICY);
  server = await startTestServer({
    auditPolicyFile,
    auditLogPath: join(folder, "audit.log"),
    featureGates: { APIServerIdentity: "false", CBORServingAndStorage: "true" },
  });
  const body = `{"metadata":{"name":"large"},"data":{${numbered(20_000, (i) => `"k${i}":""`)}}}`;
  expect((await server.request("POST", core("default", "configmaps"), { body })).status).toBe(201);
});
afterAll(() => server.stop());

const READ = { method: "GET", path: LARGE, status: 200 } as const;
const BODIES: readonly HostileBody[] = [
  { name: "a response in YAML", ...READ, accept: "application/yaml" },
  { name: "a response in CBOR", ...READ, accept: "application/cbor" },
  {
    name: "a patch in YAML",
    method: "PATCH",
    path: MAPS.replace("?", "/x?fieldManager=me&"),
    type: "application/apply-patch+yaml",
    body: () =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n${numbered(20_000, (i) => `  k${i}: ""`, "\n")}`,
    status: 201,
  },
];

describe("auditing a full request or response body does not delay other requests", () => {
  it.each(BODIES)("$name", { timeout: 120_000 }, async (row) => {
    const { status, text } = await sendHostile(server, { ...row, limits: SWEPT.limits });
    expect({ status, text: status === row.status ? "" : text }).toEqual({ status: row.status, text: "" });
  });
});
