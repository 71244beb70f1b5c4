import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import { ANONYMOUS } from "../../../ground/rights/identity.ts";
import { createFeatureGates } from "../../../ground/settings/featureGates.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { DEFAULT_OPTIONS, type FlagOptions } from "../../../whole/options/options.ts";
import { setUpJwt } from "./setUpJwt.ts";

const schema = loadSchema(createVocabulary());
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-jwt-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function setUp(options: Partial<FlagOptions>, gates: Readonly<Record<string, string>> = {}) {
  const warnings: string[] = [];
  const ends: (() => void)[] = [];
  const { anonymous, method } = await setUpJwt(
    { ...DEFAULT_OPTIONS, ...options },
    {
      schema,
      features: createFeatureGates(gates),
      issuers: ["https://own"],
      registry: new MetricRegistry(),
      now: Date.now,
      warn: (text) => warnings.push(text),
      onStop: (end) => ends.push(end),
    },
  );
  for (const end of ends) end();
  const at = (path: string) => anonymous?.authenticate({ headers: {}, peerCertificates: [], path });
  return { at, warnings, method };
}

const file = async (text: string): Promise<string> => {
  const path = join(folder, "auth.yaml");
  await writeFile(path, `apiVersion: apiserver.config.k8s.io/v1beta1\nkind: AuthenticationConfiguration\n${text}`);
  return path;
};

describe("Anonymous requests", () => {
  it("are allowed unless a flag disables them", async () => {
    expect((await setUp({})).at("/api")).toBe(ANONYMOUS);
    expect((await setUp({ anonymousAuth: true })).at("/api")).toBe(ANONYMOUS);
    expect((await setUp({ anonymousAuth: false })).at("/api")).toBeUndefined();
  });

  it("are denied with AlwaysAllow unless the file enables them", async () => {
    const open = await setUp({ authorizationMode: ["RBAC", "AlwaysAllow"] });
    expect(open.at("/api")).toBeUndefined();
    expect(open.warnings).toEqual([expect.stringContaining("not allowed with the authorization mode AlwaysAllow")]);
    const authenticationConfig = await file("anonymous: {enabled: true}");
    const said = await setUp({ authorizationMode: ["AlwaysAllow"], authenticationConfig });
    expect(said.at("/api")).toBe(ANONYMOUS);
    expect(said.warnings).toEqual([]);
  });

  it("are configured by the file, or else by the flag", async () => {
    expect((await setUp({ authenticationConfig: await file("anonymous: {enabled: false}") })).at("/api")).toBe(
      undefined,
    );
    const paths = await file("anonymous: {enabled: true, conditions: [{path: /livez}]}");
    const some = await setUp({ authenticationConfig: paths });
    expect([some.at("/livez"), some.at("/livez/"), some.at("/api")]).toEqual([ANONYMOUS, undefined, undefined]);
    const silent = await file("jwt: []");
    expect((await setUp({ authenticationConfig: silent, anonymousAuth: false })).at("/api")).toBeUndefined();
    expect((await setUp({ authenticationConfig: silent })).at("/api")).toBe(ANONYMOUS);
  });

  it("cannot be configured in the file without the feature gate", async () => {
    const authenticationConfig = await file("anonymous: {enabled: false}");
    await expect(setUp({ authenticationConfig }, { AnonymousAuthConfigurableEndpoints: "false" })).rejects.toThrow(
      "invalid authentication configuration: anonymous: Forbidden: anonymous is not supported when",
    );
  });
});

describe("JWT method", () => {
  it("exists if issuers are configured or a file may configure some", async () => {
    expect((await setUp({})).method).toBeUndefined();
    expect((await setUp({ authenticationConfig: await file("jwt: []") })).method).toBeDefined();
  });
});

describe("Configuration errors", () => {
  it("are reported together", async () => {
    const authenticationConfig = await file("jwt: [{issuer: {url: 'http://x', audiences: [a]}}]");
    await expect(setUp({ authenticationConfig })).rejects.toThrow(
      'invalid authentication configuration: [jwt[0].issuer.url: Invalid value: "http://x": URL scheme must be https, jwt[0].claimMappings.username: Required value: claim or expression is required]',
    );
  });
});
