import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { loadConfiguration } from "./loadConfiguration.ts";
import type { BuiltInType } from "./settings.ts";

const schema = loadSchema();
let folder = "";
let file = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-test-"));
  file = join(folder, "hook.yaml");
  await writeFile(file, "");
});
afterAll(() => rm(folder, { recursive: true }));

const RBAC = { type: "RBAC", name: "rbac" };
const hook = (parts: object = {}) => ({
  timeout: "3s",
  subjectAccessReviewVersion: "v1",
  failurePolicy: "Deny",
  connectionInfo: { type: "KubeConfigFile", kubeConfigFile: file },
  ...parts,
});
const webhook = (parts: object = {}, name = "hook.example") => ({ type: "Webhook", name, webhook: hook(parts) });
const load = (authorizers: object[] | undefined, version = "v1", mustStay: BuiltInType[] = []) =>
  loadConfiguration(
    stringify({ kind: "AuthorizationConfiguration", apiVersion: `apiserver.config.k8s.io/${version}`, authorizers }),
    schema,
    new Set(mustStay),
  );

it("uses the names of another vocabulary", async () => {
  const other = loadSchema(createVocabulary("orch"));
  const read = (connectionInfo: object) =>
    loadConfiguration(
      stringify({
        kind: "AuthorizationConfiguration",
        apiVersion: "apiserver.config.orch.io/v1",
        authorizers: [webhook({ connectionInfo })],
      }),
      other,
    );
  const [settings] = await read({ type: "OrchConfigFile", orchConfigFile: file });
  expect(settings).toMatchObject({ webhook: { kubeConfigFile: file } });
  await expect(read({ type: "OrchConfigFile" })).rejects.toThrow("connectionInfo.orchConfigFile: Required value");
  await expect(read({ type: "KubeConfigFile", orchConfigFile: file })).rejects.toThrow(
    'supported values: "InClusterConfig", "OrchConfigFile"',
  );
  await expect(read({ type: "OrchConfigFile", kubeConfigFile: file })).rejects.toThrow("unknown field");
});

describe("Valid configuration", () => {
  it.each(["v1", "v1beta1", "v1alpha1"])("of version %s gets its defaults", async (version) => {
    expect(await load([webhook(), { type: "Node", name: "node" }, RBAC], version)).toEqual([
      {
        type: "Webhook",
        name: "hook.example",
        webhook: {
          authorizedTTL: 300_000,
          unauthorizedTTL: 30_000,
          timeout: 3000,
          version: "v1",
          failurePolicy: "Deny",
          kubeConfigFile: file,
          conditions: [],
        },
      },
      { type: "Node", name: "node" },
      RBAC,
    ]);
  });

  it("may contain several webhooks with match conditions", async () => {
    const expression = "request.user != 'system:apiserver'";
    const [first, second] = await load([
      webhook({
        authorizedTTL: "1m30s",
        matchConditionSubjectAccessReviewVersion: "v1",
        matchConditions: [{ expression }],
      }),
      webhook({ connectionInfo: { type: "InClusterConfig" }, failurePolicy: "NoOpinion" }, "other"),
    ]);
    expect(first).toMatchObject({ webhook: { authorizedTTL: 90_000, conditions: [{ source: expression }] } });
    expect(second).toMatchObject({ webhook: { kubeConfigFile: undefined, failurePolicy: "NoOpinion" } });
  });
});

const AT = "authorizers[0]";
const conditions = (...expressions: string[]) =>
  webhook({
    matchConditionSubjectAccessReviewVersion: "v1",
    matchConditions: expressions.map((expression) => ({ expression })),
  });

/** Invalid configurations (created once the folder exists), each with its error. */
const refused: [string, () => object[] | undefined, string | RegExp][] = [
  [
    "an empty list of authorizers",
    () => undefined,
    "authorizers: Required value: at least one authorization mode must be defined",
  ],
  ["an authorizer without a type", () => [{ name: "x" }], `${AT}.type: Required value`],
  [
    "an unknown type",
    () => [{ type: "Magic", name: "x" }],
    `${AT}.type: Unsupported value: "Magic": supported values: "ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"`,
  ],
  ["a duplicate type", () => [RBAC, { ...RBAC, name: "b" }], 'authorizers[1].type: Duplicate value: "RBAC"'],
  ["an authorizer without a name", () => [{ type: "RBAC" }], `${AT}.name: Required value`],
  ["a duplicate name", () => [webhook(), webhook()], 'authorizers[1].name: Duplicate value: "hook.example"'],
  [
    "an invalid name",
    () => [webhook({}, "No!")],
    /^authorizers\[0\]\.name: Invalid value: "No!": authorizer name is invalid: a lowercase RFC 1123 subdomain/,
  ],
  [
    "an RBAC authorizer with another name",
    () => [{ type: "RBAC", name: "mine" }],
    "expected name rbac for authorizer RBAC instead of mine",
  ],
  [
    "a webhook authorizer without webhook settings",
    () => [{ type: "Webhook", name: "x" }],
    `${AT}.webhook: Required value: required when type=Webhook`,
  ],
  [
    "webhook settings of an RBAC authorizer",
    () => [{ ...RBAC, webhook: hook() }],
    `${AT}.webhook: Invalid value: "non-null": may only be specified when type=Webhook`,
  ],
  [
    "empty webhook settings",
    () => [{ type: "Webhook", name: "x", webhook: {} }],
    `[${AT}.timeout: Required value, ${AT}.subjectAccessReviewVersion: Required value, ${AT}.failurePolicy: Required value, ${AT}.connectionInfo.type: Required value]`,
  ],
  [
    "a timeout above the maximum",
    () => [webhook({ timeout: "31s" })],
    `${AT}.timeout: Invalid value: "31s": must be > 0s and <= 30s`,
  ],
  [
    "negative durations",
    () => [webhook({ timeout: "-1s", authorizedTTL: "-1s", unauthorizedTTL: "-1m" })],
    `[${AT}.timeout: Invalid value: "-1s": must be > 0s and <= 30s, ${AT}.authorizedTTL: Invalid value: "-1s": must be > 0s, ${AT}.unauthorizedTTL: Invalid value: "-1m0s": must be > 0s]`,
  ],
  [
    "unsupported values",
    () => [webhook({ subjectAccessReviewVersion: "v2", failurePolicy: "Fail", connectionInfo: { type: "Pigeon" } })],
    `[${AT}.subjectAccessReviewVersion: Unsupported value: "v2": supported values: "v1", "v1beta1", ${AT}.failurePolicy: Unsupported value: "Fail": supported values: "NoOpinion", "Deny", ${AT}.connectionInfo.type: Unsupported value: "Pigeon": supported values: "InClusterConfig", "KubeConfigFile"]`,
  ],
  [
    "a kubeconfig file for an in-cluster connection",
    () => [webhook({ connectionInfo: { type: "InClusterConfig", kubeConfigFile: "/x" } })],
    `${AT}.connectionInfo.kubeConfigFile: Invalid value: "/x": can only be set when type=KubeConfigFile`,
  ],
  [
    "a connection without its kubeconfig file",
    () => [webhook({ connectionInfo: { type: "KubeConfigFile" } })],
    `${AT}.connectionInfo.kubeConfigFile: Required value`,
  ],
  [
    "a relative path of a kubeconfig file",
    () => [webhook({ connectionInfo: { type: "KubeConfigFile", kubeConfigFile: "x" } })],
    `${AT}.connectionInfo.kubeConfigFile: Invalid value: "x": must be an absolute path`,
  ],
  [
    "a kubeconfig file that does not exist",
    () => [webhook({ connectionInfo: { type: "KubeConfigFile", kubeConfigFile: "/not/there" } })],
    `${AT}.connectionInfo.kubeConfigFile: Invalid value: "/not/there": error loading file: stat /not/there: no such file or directory`,
  ],
  [
    "a folder instead of a kubeconfig file",
    () => [webhook({ connectionInfo: { type: "KubeConfigFile", kubeConfigFile: folder } })],
    /must be a regular file$/,
  ],
  [
    "match conditions without a version",
    () => [webhook({ matchConditions: [{ expression: "true" }] })],
    `${AT}.matchConditionSubjectAccessReviewVersion: Required value: required if match conditions are specified`,
  ],
  [
    "match conditions of an unsupported version",
    () => [webhook({ matchConditionSubjectAccessReviewVersion: "v1beta1" })],
    `${AT}.matchConditionSubjectAccessReviewVersion: Unsupported value: "v1beta1": supported values: "v1"`,
  ],
  [
    "empty and duplicate match conditions",
    () => [conditions(" ", "true", "true")],
    `[${AT}.matchConditions[0].expression: Required value, ${AT}.matchConditions[2].expression: Duplicate value: "true"]`,
  ],
  [
    "a match condition that does not compile",
    () => [conditions("request.nobody")],
    /^authorizers\[0\]\.matchConditions\[0\]\.expression: Invalid value: "request.nobody": compilation failed: ERROR: <input>:1:8: undefined field 'nobody'/,
  ],
  [
    "too many match conditions",
    () => [conditions(...Array.from({ length: 65 }, (_, i) => `${i} > 0`))],
    `${AT}.matchConditions: Too many: 65: must have at most 64 items`,
  ],
  [
    "an unknown field",
    () => [webhook({ cacheAuthorizedRequests: true })],
    `failed to load AuthorizationConfiguration from file: strict decoding error: unknown field "${AT}.webhook.cacheAuthorizedRequests"`,
  ],
];

describe("Configuration is rejected", () => {
  it.each(refused)("for %s", async (_title, authorizers, detail) => {
    const error = await load(authorizers()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    const { message } = error as Error;
    if (typeof detail === "string") expect(message).toBe(detail);
    else expect(message).toMatch(detail);
  });

  it("if empty or of another kind", async () => {
    await expect(loadConfiguration("", schema)).rejects.toThrow("at least one authorization mode must be defined");
    await expect(loadConfiguration("kind: Pod", schema)).rejects.toThrow(
      'failed to load AuthorizationConfiguration from file: no kind "Pod" is registered for version ""',
    );
  });

  it("if a required type is missing", async () => {
    await expect(load([RBAC], "v1", ["RBAC", "Node", "ABAC"])).rejects.toThrow("missing required types: [ABAC Node]");
    expect(await load([RBAC], "v1", ["RBAC"])).toEqual([RBAC]);
  });
});
