import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, it, vi } from "vitest";
import { expectNoStall } from "../longestStall.ts";
import { startTestServer, type TestServer, temporaryFolder } from "../testServer.ts";
import { numbered } from "./hostileBody.ts";

/** Followed files, and a change of each that takes the full work but is refused at its end. */
const FILES = [
  {
    what: "authorization",
    flag: "authorizationConfig",
    head: "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\nauthorizers:\n",
    good: "- {type: RBAC, name: rbac}\n",
    entry: (i: number) => `
- type: Webhook
  name: hook-${i}
  webhook:
    timeout: 3s
    subjectAccessReviewVersion: v1
    matchConditionSubjectAccessReviewVersion: v1
    failurePolicy: Deny
    connectionInfo: {type: InClusterConfig}
    matchConditions: [{expression: "request.user != 'user-${i}'"}]`,
    bad: "\n- {type: Missing}",
  },
  {
    what: "authentication",
    flag: "authenticationConfig",
    head: "apiVersion: apiserver.config.k8s.io/v1beta1\nkind: AuthenticationConfiguration\n",
    good: "jwt: []\n",
    first:
      "jwt:\n- issuer: {url: https://i, audiences: [a]}\n  claimMappings: {username: {claim: sub, prefix: ''}}\n  claimValidationRules:",
    entry: (i: number) => `
  - {claim: claim-${i}, requiredValue: value}
  - {expression: "claims.level > ${i}"}`,
    bad: "\n  - {claim: a, expression: b}",
  },
] as const;

let folder: string;
let server: TestServer | undefined;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await server?.stop();
  server = undefined;
});

it.each(FILES)("reloading a long file of $what does not delay other clients", { timeout: 120_000 }, async (row) => {
  const file = join(folder, "config.yaml");
  await writeFile(file, row.head + row.good);
  const running = await startTestServer({ [row.flag]: file });
  server = running;
  const failures = async (): Promise<string> => {
    const { text } = await running.request("GET", "/metrics");
    const line = `^apiserver_${row.what}_config_controller_automatic_reloads_total\\{status="failure",\\S+ (\\d+)$`;
    return new RegExp(line, "m").exec(text)?.[1] ?? "0";
  };
  const entries = "first" in row ? row.first : "";
  const change = async (attempt: number): Promise<void> => {
    const before = await failures();
    await writeFile(file, `${row.head}${entries}${numbered(10_000, row.entry, "")}${row.bad} # ${attempt}\n`);
    await vi.waitUntil(async () => (await failures()) !== before, { timeout: 60_000, interval: 100 });
  };
  await expectNoStall(running, change, { heap: 2 ** 30 });
});
