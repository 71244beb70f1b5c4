import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { createFeatureGates } from "../../../ground/settings/featureGates.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { parseEncryptionConfig } from "./encryptionConfig.ts";

const HEAD = { kind: "EncryptionConfiguration", apiVersion: "apiserver.config.k8s.io/v1" };
const key = (bytes: number, name = "key1") => ({ name, secret: Buffer.alloc(bytes, "x").toString("base64") });
const gcm = { aesgcm: { keys: [key(32)] } };
const kms = (more: object = {}) => ({ kms: { apiVersion: "v2", name: "k", endpoint: "unix:///run/k.sock", ...more } });
const entry = (resources: string[], ...providers: object[]) => ({ resources, providers });
const reading = (gates = {}) => ({ schema: loadSchema(), features: createFeatureGates(gates), reload: false });
const parse = (text: string, gates = {}) => parseEncryptionConfig(text, "/etc/enc.yaml", reading(gates));
const parsing =
  (...resources: object[]) =>
  () =>
    parse(stringify({ ...HEAD, resources }));

describe("a valid encryption configuration", () => {
  it("is parsed to rules, in order", async () => {
    const rules = await parsing(
      entry(
        ["secrets", "configmaps.", "widgets.example.com"],
        { aescbc: { keys: [key(16), key(24, "key2")] } },
        { identity: {} },
      ),
      entry(["*.", "*.apps"], { secretbox: { keys: [key(32)] } }),
      entry(["*.*"], gcm),
    )();
    expect(rules.map(({ resources }) => resources)).toEqual([
      [
        { group: "", resource: "secrets" },
        { group: "", resource: "configmaps" },
        { group: "example.com", resource: "widgets" },
      ],
      [
        { group: "", resource: "*" },
        { group: "apps", resource: "*" },
      ],
      [{ group: "*", resource: "*" }],
    ]);
    expect(rules[0]?.providers).toEqual([
      {
        name: "aescbc",
        keys: [
          { name: "key1", secret: Buffer.alloc(16, "x") },
          { name: "key2", secret: Buffer.alloc(24, "x") },
        ],
      },
      { name: "identity" },
    ]);
  });

  it("may contain KMS plug-ins", async () => {
    const [rule] = await parsing(entry(["secrets"], kms({ timeout: "10s" }), { identity: {} }))();
    const plugin = { name: "kms", version: 2, plugin: "k", socket: "/run/k.sock", timeout: 10_000 };
    expect(rule?.providers).toEqual([plugin, { name: "identity" }]);
    const [usual] = await parsing(entry(["secrets"], kms()))();
    expect(usual?.providers).toEqual([{ ...plugin, timeout: 3000 }]);
  });

  it("may contain KMS v1 plug-ins when the gate is on, also several with the same name", async () => {
    const first = { kms: { name: "k:1", endpoint: "unix:///run/k.sock", cachesize: -1 } };
    const again = { kms: { apiVersion: "v1", name: "k:1", endpoint: "unix:///run/k.sock" } };
    const text = stringify({ ...HEAD, resources: [entry(["secrets"], first, again)] });
    const [rule] = await parse(text, { KMSv1: "true" });
    const plugin = { name: "kms", version: 1, plugin: "k:1", socket: "/run/k.sock", timeout: 3000 };
    expect(rule?.providers).toEqual([
      { ...plugin, cacheSize: -1 },
      { ...plugin, cacheSize: 1000 },
    ]);
  });

  it("may list very many resources in many rules", async () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `r${i}.example.com`);
    const rules = await parse(JSON.stringify({ ...HEAD, resources: [entry(names, gcm), entry(names, gcm)] }));
    expect(rules[1]?.resources).toHaveLength(20_000);
    const again = parse(JSON.stringify({ ...HEAD, resources: [entry([...names, "*.example.com"], gcm)] }));
    await expect(again).rejects.toThrow(OVERLAP);
  });

  it("may be JSON, and may list a resource repeatedly", async () => {
    const again = [entry(["secrets"], gcm), entry(["secrets"], { identity: {} })];
    expect(await parse(JSON.stringify({ ...HEAD, resources: again }))).toHaveLength(2);
  });
});

const FIRST = "resources[0].providers[0]";
const OVERLAP =
  "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked";
const cases: [string, () => Promise<unknown>, string][] = [
  ["an empty file", () => parse(""), 'encryption provider configuration file "/etc/enc.yaml" is empty'],
  [
    "no kind",
    () => parse("a: 1"),
    `error decoding encryption provider configuration file "/etc/enc.yaml": Object 'Kind' is missing`,
  ],
  ["another kind", () => parse(stringify({ ...HEAD, kind: "Other" })), 'no kind "Other" is registered for version'],
  ["another version", () => parse(stringify({ ...HEAD, apiVersion: "v1" })), 'is registered for version "v1"'],
  [
    "an unknown field",
    parsing({ ...entry(["secrets"], gcm), pandas: 1 }),
    'strict decoding error: unknown field "resources[0].pandas"',
  ],
  [
    "a duplicate key",
    () => parse(`kind: EncryptionConfiguration\napiVersion: ${HEAD.apiVersion}\nresources: []\nresources: []`),
    "already set in map",
  ],
  ["no entries", parsing(), "resources: Required value: at least one resources is required"],
  [
    "an entry without resources",
    parsing(entry([], gcm)),
    "resources[0].resources: Required value: at least one resources[0].resources is required",
  ],
  [
    "an entry without providers",
    parsing(entry(["secrets"])),
    "resources[0].providers: Required value: at least one resources[0].providers is required",
  ],
  [
    "an empty provider",
    parsing(entry(["secrets"], {})),
    `${FIRST}: Invalid value: apiserver.ProviderConfiguration{AESGCM:(*apiserver.AESConfiguration)(nil), AESCBC:(*apiserver.AESConfiguration)(nil), Secretbox:(*apiserver.SecretboxConfiguration)(nil), Identity:(*apiserver.IdentityConfiguration)(nil), KMS:(*apiserver.KMSConfiguration)(nil)}: provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity`,
  ],
  [
    "two providers in one list item",
    parsing(entry(["secrets"], { ...gcm, identity: {} })),
    `${FIRST}: Invalid value: "REDACTED": more than one provider specified in a single element, should split into different list elements`,
  ],
  [
    "a provider without keys",
    parsing(entry(["secrets"], { aescbc: { keys: [] } })),
    `${FIRST}.aescbc.keys: Required value: at least one keys is required`,
  ],
  [
    "a key without a name",
    parsing(entry(["secrets"], { aescbc: { keys: [key(32, "")] } })),
    `${FIRST}.aescbc.keys[0].name: Required value: name is a mandatory field for a key`,
  ],
  [
    "a key without a secret",
    parsing(entry(["secrets"], { aescbc: { keys: [{ name: "a" }] } })),
    `${FIRST}.aescbc.keys[0].secret: Required value: secret is a mandatory field for a key`,
  ],
  [
    "a secret that is not base64",
    parsing(entry(["secrets"], { aescbc: { keys: [{ name: "a", secret: "planted!" }] } })),
    `${FIRST}.aescbc.keys[0].secret: Invalid value: "REDACTED": secrets must be base64 encoded`,
  ],
  [
    "a secret of the wrong length",
    parsing(entry(["secrets"], { aesgcm: { keys: [key(17)] } })),
    `${FIRST}.aesgcm.keys[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 17, expected one of [16 24 32]`,
  ],
  [
    "a secretbox secret of the wrong length",
    parsing(entry(["secrets"], { secretbox: { keys: [key(16)] } })),
    `${FIRST}.secretbox.keys[0].secret: Invalid value: "REDACTED": secret is not of the expected length, got 16, expected one of [32]`,
  ],
  [
    "a KMS v1 plug-in",
    parsing(entry(["secrets"], { kms: { name: "k", endpoint: "unix:///k" } })),
    "error while building transformers: KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead.  Set --feature-gates=KMSv1=true to use the deprecated KMSv1 feature.",
  ],
  [
    "a plug-in without a name and an endpoint",
    parsing(entry(["secrets"], { kms: { apiVersion: "v2" } })),
    `: [${FIRST}.kms.name: Required value: name is a mandatory field for a provider, ${FIRST}.kms.endpoint: Invalid value: "": endpoint is a mandatory field for a kms]`,
  ],
  [
    "a plug-in whose endpoint is not a Unix socket",
    parsing(entry(["secrets"], kms({ endpoint: "https://host/" }))),
    `${FIRST}.kms.endpoint: Invalid value: "https://host/": unsupported scheme "https" for KMS provider, only unix is supported`,
  ],
  [
    "a plug-in whose endpoint is not a URL",
    parsing(entry(["secrets"], kms({ endpoint: ":k" }))),
    `${FIRST}.kms.endpoint: Invalid value: ":k": invalid endpoint for kms provider, error: parse ":k": missing protocol scheme`,
  ],
  [
    "a plug-in with a negative timeout",
    parsing(entry(["secrets"], kms({ timeout: "-3s" }))),
    `${FIRST}.kms.timeout: Invalid value: -3s: timeout should be a positive value`,
  ],
  [
    "a KMS v2 plug-in with a cache size",
    parsing(entry(["secrets"], kms({ cachesize: 10 }))),
    `${FIRST}.kms.cachesize: Invalid value: 10: cachesize is not supported in v2`,
  ],
  [
    "a KMS v1 plug-in with a cache size of zero",
    parsing(entry(["secrets"], kms({ apiVersion: "v1", cachesize: 0 }))),
    `${FIRST}.kms.cachesize: Invalid value: 0: cachesize should be a positive value, or negative to disable`,
  ],
  [
    "a plug-in of an unknown API version",
    parsing(entry(["secrets"], kms({ apiVersion: "v3" }))),
    `${FIRST}.kms.apiVersion: Invalid value: "v3": unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported`,
  ],
  [
    "a plug-in whose name contains a colon",
    parsing(entry(["secrets"], kms({ name: "a:b" }))),
    `${FIRST}.kms.name: Invalid value: "a:b": invalid KMS provider name a:b, must not contain ':'`,
  ],
  [
    "two plug-ins with the same name",
    parsing(entry(["secrets"], kms()), entry(["configmaps"], kms())),
    'resources[1].providers[0].kms.name: Invalid value: "k": duplicate KMS provider name k, names must be unique',
  ],
  [
    "a duplicate resource",
    parsing(entry(["secrets", "secrets"], gcm)),
    'resources[0].resources: Invalid value: []string{"secrets", "secrets"}: the same resource cannot be specified multiple times',
  ],
  [
    "a resource that a wildcard in the same list covers",
    parsing(entry(["secrets", "*."], gcm)),
    `resources[0].resources: Invalid value: []string{"secrets", "*."}: ${OVERLAP}`,
  ],
  ["a resource together with the wildcard for all resources", parsing(entry(["*.*", "a.b"], gcm)), OVERLAP],
  [
    "capital letters in a resource name",
    parsing(entry(["Secrets"], gcm)),
    'resources[0].resources[0]: Invalid value: "Secrets": resource name should not contain capital letters',
  ],
  [
    "a wildcard without a group",
    parsing(entry(["*"], gcm)),
    "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources",
  ],
  [
    "a resource without a REST API",
    parsing(entry(["serviceipallocations"], gcm)),
    "resources which do not have REST API/s cannot be encrypted",
  ],
  [
    "events of group events.k8s.io",
    parsing(entry(["events.events.k8s.io"], gcm)),
    "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file",
  ],
  [
    "a resource of the removed extensions group",
    parsing(entry(["ingresses.extensions"], gcm)),
    "'extensions' group has been removed and cannot be used for encryption",
  ],
  [
    "a resource across all groups",
    parsing(entry(["secrets.*"], gcm)),
    "encrypting the same resource across groups is not supported",
  ],
  [
    "a resource masked by an earlier wildcard of its group",
    parsing(entry(["*."], gcm), entry(["secrets"], gcm)),
    'error while building transformers: resource "secrets" is masked by earlier rule "*."',
  ],
  [
    "a duplicate wildcard of a group",
    parsing(entry(["*.apps"], gcm), entry(["*.apps"], gcm)),
    'resource "*.apps" is masked by earlier rule "*.apps"',
  ],
  [
    "a group masked by an earlier wildcard for all resources",
    parsing(entry(["*.*"], gcm), entry(["*."], gcm)),
    'resource "*." is masked by earlier rule "*.*"',
  ],
  [
    "several errors",
    parsing(entry(["Secrets"])),
    '[resources[0].resources[0]: Invalid value: "Secrets": resource name should not contain capital letters, resources[0].providers: Required',
  ],
];

describe("a configuration is refused with", () => {
  it.each(cases)("%s", async (_, run, message) => {
    await expect(run()).rejects.toThrow(message);
  });

  it.each([
    `kind: [planted`,
    `kind: EncryptionConfiguration\n  secret: planted`,
    `kind: EncryptionConfiguration\nsecret: "planted`,
    `kind: EncryptionConfiguration\nsecret: *planted`,
    `kind: EncryptionConfiguration\n- planted`,
    `kind: EncryptionConfiguration\napiVersion: ${HEAD.apiVersion}\nresources: planted`,
    `kind: EncryptionConfiguration\napiVersion: ${HEAD.apiVersion}\nresources: [{resources: [a], providers: [{aesgcm: {keys: planted}}]}]`,
    `kind: EncryptionConfiguration\napiVersion: ${HEAD.apiVersion}\nresources: [{resources: [a], providers: [{aesgcm: {keys: [{name: a, secret: [planted]}]}}]}]`,
    "planted",
  ])("no part of a malformed text: %j", async (text) => {
    let message = "";
    try {
      await parse(text);
    } catch (error) {
      message = String(error);
    }
    expect(message).not.toBe("");
    expect(message).not.toContain("planted");
  });

  it("no secret in the message", async () => {
    for (const [, run] of cases) {
      try {
        await run();
      } catch (error) {
        expect(String(error)).not.toMatch(/planted|eHh4/);
      }
    }
  });
});
