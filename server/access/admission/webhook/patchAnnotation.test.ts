import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patching, startWebhookFixture, type WebhookFixture } from "./testing/webhookFixture.ts";

let folder: string;
let world: WebhookFixture;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-unit-"));
  const policy =
    "apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules: [{level: Request}]\n";
  await writeFile(join(folder, "policy.yaml"), policy);
  world = await startWebhookFixture({
    auditPolicyFile: join(folder, "policy.yaml"),
    auditLogPath: join(folder, "log"),
    auditLogMode: "blocking",
  });
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

it("records the webhook's patch in the audit log, with ordered members and without HTML escapes", async () => {
  await world.register("Mutating", [{ name: "p.example.com" }]);
  world.answer("p.example.com", () => ({
    ...patching({ value: "<&>", path: "/data/a", op: "add" }),
    auditAnnotations: { seen: "yes", "a/b": "no", "": "no", "a b": "no", [`${"l".repeat(64)}`]: "no" },
  }));
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "m" }, data: { own: "1" } };
  await world.request("POST", "/api/v1/namespaces/default/configmaps?fieldManager=patched", body);
  const lines = (await readFile(join(folder, "log"), "utf8")).trim().split("\n");
  const events = lines.map((line) => JSON.parse(line) as { requestURI: string; annotations: object });
  expect(events.find(({ requestURI }) => requestURI.includes("patched"))?.annotations).toEqual({
    "authorization.k8s.io/decision": "allow",
    "authorization.k8s.io/reason": expect.anything(),
    "p.example.com/seen": "yes",
    "mutation.webhook.admission.k8s.io/round_0_index_0":
      '{"configuration":"config","webhook":"p.example.com","mutated":true}',
    "patch.webhook.admission.k8s.io/round_0_index_0":
      '{"configuration":"config","webhook":"p.example.com","patch":[{"op":"add","path":"/data/a","value":"\\u003c\\u0026\\u003e"}],"patchType":"JSONPatch"}',
  });
});
