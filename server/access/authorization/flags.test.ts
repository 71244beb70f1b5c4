import { describe, expect, it } from "vitest";
import { readFlags } from "../../ground/settings/flagGroup.ts";
import { type AuthorizationOptions, authorizationFlags, checkAuthorizationFlags } from "./flags.ts";

const read = (flags: Record<string, string[]>): AuthorizationOptions =>
  readFlags(authorizationFlags, new Map(Object.entries(flags)));

describe("Authorization flags", () => {
  it("distinguish set from unset values", () => {
    expect(Object.values(read({})).filter((value) => value !== undefined)).toEqual([]);
    expect(
      read({
        "authorization-mode": ["Webhook, ABAC", "RBAC"],
        "authorization-policy-file": ["/p.jsonl"],
        "authorization-webhook-config-file": ["/w.yaml"],
        "authorization-webhook-version": ["v1"],
        "authorization-webhook-cache-authorized-ttl": ["1m"],
        "authorization-webhook-cache-unauthorized-ttl": ["0s"],
      }),
    ).toEqual({
      authorizationMode: ["Webhook", "ABAC", "RBAC"],
      authorizationConfig: undefined,
      authorizationPolicyFile: "/p.jsonl",
      authorizationWebhookConfigFile: "/w.yaml",
      authorizationWebhookVersion: "v1",
      authorizationWebhookCacheAuthorizedTtl: 60_000,
      authorizationWebhookCacheUnauthorizedTtl: 0,
    });
  });

  it.each([
    ["authorization-mode", "", "at least one authorization-mode must be passed"],
    ["authorization-mode", "Magic", 'authorization-mode "Magic" is not a valid mode'],
    ["authorization-mode", "RBAC,RBAC", 'authorization-mode ["RBAC" "RBAC"] has mode specified more than once'],
    [
      "authorization-webhook-version",
      "v2",
      'unsupported webhook authorizer version "v2", supported versions are [v1 v1beta1]',
    ],
  ])("reject --%s=%s", (name, text, reason) => {
    expect(() => read({ [name]: [text] })).toThrow(reason);
  });
});

describe("checkAuthorizationFlags", () => {
  const file = "/x";
  it.each<[AuthorizationOptions, string[]]>([
    [{}, []],
    [{ authorizationMode: ["ABAC"], authorizationPolicyFile: file }, []],
    [{ authorizationMode: ["Webhook"], authorizationWebhookConfigFile: file }, []],
    [{ authorizationConfig: file, authorizationPolicyFile: file }, []],
    [
      { authorizationMode: ["ABAC", "Webhook"] },
      [
        "authorization-mode ABAC's authorization policy file not passed",
        "authorization-mode Webhook's authorization config file not passed",
      ],
    ],
    [
      { authorizationPolicyFile: file, authorizationWebhookConfigFile: file },
      [
        "cannot specify --authorization-policy-file without mode ABAC",
        "cannot specify --authorization-webhook-config-file without mode Webhook",
      ],
    ],
    ...(
      [
        { authorizationMode: ["RBAC"] },
        { authorizationWebhookConfigFile: file },
        { authorizationWebhookVersion: "v1beta1" },
        { authorizationWebhookCacheAuthorizedTtl: 300_000 },
        { authorizationWebhookCacheUnauthorizedTtl: 0 },
      ] as AuthorizationOptions[]
    ).map((other): [AuthorizationOptions, string[]] => [
      { authorizationConfig: file, ...other },
      [
        "--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined",
      ],
    ]),
  ])("validates %j", (options, expected) => {
    expect(checkAuthorizationFlags(options)).toEqual(expected);
  });
});
