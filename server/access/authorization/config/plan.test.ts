import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFeatureGates } from "../../../ground/settings/featureGates.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { AS_REFERENCE, AS_SPECIFIED } from "../../../ground/settings/quirks.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import type { AuthorizationOptions } from "../flags.ts";
import { planAuthorization } from "./plan.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}
const plan = (options: AuthorizationOptions, gates: Record<string, string> = {}, quirks = AS_SPECIFIED) =>
  planAuthorization(options, loadSchema(), createFeatureGates(gates), quirks);
const configuration = (authorizers: string): string =>
  `kind: AuthorizationConfiguration\napiVersion: apiserver.config.k8s.io/v1\nauthorizers: ${authorizers}`;

describe("planAuthorization", () => {
  it("has default modes", async () => {
    expect(await plan({})).toEqual({
      authorizers: [
        { type: "Node", name: "node" },
        { type: "RBAC", name: "rbac" },
      ],
      policies: [],
      warnings: [],
    });
  });

  it("creates one webhook from the flags", async () => {
    const file = await written("hook.yaml", "");
    const options: AuthorizationOptions = {
      authorizationMode: ["Webhook", "AlwaysDeny"],
      authorizationWebhookConfigFile: file,
      authorizationWebhookCacheUnauthorizedTtl: 0,
    };
    const made = (failurePolicy: string) => [
      {
        type: "Webhook",
        name: "default",
        webhook: {
          authorizedTTL: 300_000,
          unauthorizedTTL: 0,
          timeout: 30_000,
          version: "v1beta1",
          failurePolicy,
          kubeConfigFile: file,
          conditions: [],
        },
      },
      { type: "AlwaysDeny", name: "alwaysdeny" },
    ];
    expect((await plan(options)).authorizers).toEqual(made("Deny"));
    expect((await plan(options, {}, AS_REFERENCE)).authorizers).toEqual(made("NoOpinion"));
  });

  it("rejects a feature gate without the gate it depends on", async () => {
    await expect(plan({}, { AuthorizeWithSelectors: "false" })).rejects.toThrow(
      "AuthorizeNodeWithSelectors feature requires AuthorizeWithSelectors feature to be enabled",
    );
    const both = { AuthorizeWithSelectors: "false", AuthorizeNodeWithSelectors: "false" };
    expect((await plan({}, both)).authorizers).toHaveLength(2);
  });

  it("reads a configuration file and the policies it needs", async () => {
    const text = configuration("[{type: ABAC, name: abac}]");
    const path = await written("config.yaml", text);
    const policies = await written("policies.jsonl", '{"user": "alice"}');
    expect(await plan({ authorizationConfig: path, authorizationPolicyFile: policies })).toMatchObject({
      authorizers: [{ type: "ABAC", name: "abac" }],
      policies: [{ user: "alice" }],
      file: { path, text },
      warnings: [`Policy file ${policies} contained unversioned rules`],
    });
  });

  it.each<[string, () => Promise<AuthorizationOptions>, string]>([
    [
      "mutually exclusive flags",
      async () => ({ authorizationMode: ["RBAC"], authorizationConfig: "/x" }),
      "--authorization-config can not be specified when",
    ],
    [
      "authorization modes without the flags they require",
      async () => ({ authorizationMode: ["ABAC", "Webhook"] }),
      "[authorization-mode ABAC's authorization policy file not passed, authorization-mode Webhook's authorization config file not passed]",
    ],
    [
      "a configuration file that does not exist",
      async () => ({ authorizationConfig: "/not/there" }),
      "open /not/there: no such file or directory",
    ],
    [
      "an invalid configuration file",
      async () => ({ authorizationConfig: await written("empty.yaml", configuration("[]")) }),
      "at least one authorization mode must be defined",
    ],
    [
      "an ABAC authorizer without a policy file",
      async () => ({ authorizationConfig: await written("abac.yaml", configuration("[{type: ABAC, name: abac}]")) }),
      "open : no such file or directory",
    ],
    [
      "an invalid policy file",
      async () => ({
        authorizationMode: ["ABAC"],
        authorizationPolicyFile: await written("broken.jsonl", '{"user": "a"}\n{"user": 1}'),
      }),
      'broken.jsonl, line 2: {"user": 1}: json: cannot unmarshal number',
    ],
  ])("rejects %s", async (_title, options, message) => {
    const error = await plan(await options()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OptionError);
    expect((error as Error).message).toContain(message);
  });
});
