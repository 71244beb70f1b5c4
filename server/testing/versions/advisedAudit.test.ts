import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import type { ClusterUsage } from "../../../shared/advice/usage.ts";
import { adviseCommand } from "../../whole/commands/advise/advise.ts";
import { startTestServer } from "../testServer.ts";

it("the advisor finds the requests in an audit log that the server wrote", async () => {
  const folder = await mkdtemp(join(tmpdir(), "orrery-audit-"));
  const auditPolicyFile = join(folder, "policy.yaml");
  const auditLogPath = join(folder, "audit.log");
  await writeFile(auditPolicyFile, "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]\n");
  const server = await startTestServer({ runtimeConfig: { "api/all": "true" }, auditPolicyFile, auditLogPath });
  const ask = async (version: string): Promise<void> => {
    const path = `/apis/storage.k8s.io/${version}/volumeattributesclasses`;
    expect((await server.request("GET", path, { headers: { "user-agent": "old-tool/1" } })).status).toBe(200);
  };
  await ask("v1alpha1");
  await ask("v1alpha1");
  await ask("v1beta1");
  await server.stop();
  let text = "";
  const output = {
    out: (part: string) => {
      text += part;
    },
    error: () => undefined,
  };
  const code = await adviseCommand(["--audit-log", auditLogPath, "--output", "json"], output, () => Readable.from([]));
  const { usage } = JSON.parse(text) as { usage: ClusterUsage };
  const told = usage.usages.map(({ evidence, apiVersion, kind, by }) => [evidence, apiVersion, kind, by]);
  expect(told).toEqual([["auditLog", "storage.k8s.io/v1alpha1", "VolumeAttributesClass", "admin with old-tool/1"]]);
  // Deprecated versions give exit code 2; removed ones would give 3.
  expect(code).toBe(2);
  await rm(folder, { recursive: true });
});
