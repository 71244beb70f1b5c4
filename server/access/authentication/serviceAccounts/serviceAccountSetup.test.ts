import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import { DEFAULT_OPTIONS } from "../../../whole/options/options.ts";
import { memoryReader } from "../../authorization/testing/memoryReader.ts";
import type { ServiceAccountOptions } from "./flags.ts";
import { setUpServiceAccounts } from "./serviceAccountSetup.ts";

const ownKey = generateKeyPairSync("ec", { namedCurve: "P-256" })
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString();

const setUp = async (options: Partial<ServiceAccountOptions> = {}, word = "kubernetes") => {
  const told: string[] = [];
  const used: ApiObject[] = [];
  const reader = memoryReader();
  const registry = new MetricRegistry();
  const tokens = await setUpServiceAccounts(
    { ...DEFAULT_OPTIONS, ...options },
    {
      ownKey,
      vocabulary: createVocabulary(word),
      reader,
      now: Date.now,
      warn: (text) => void told.push(text),
      registry,
      onLegacyUse: (secret) => void used.push(secret),
    },
  );
  return { tokens, told, used, reader, registry };
};

describe("setUpServiceAccounts", () => {
  it("issues tokens under the product's name for its own audience", async () => {
    const { tokens, told } = await setUp({}, "orch");
    expect(tokens).toMatchObject({ issuer: "https://orch.default.svc", audiences: ["https://orch.default.svc"] });
    expect(tokens.keys.map(({ algorithm }) => algorithm)).toEqual(["ES256"]);
    expect(told).toEqual([]);
  });

  it("uses its issuers as audiences unless configured otherwise", async () => {
    const serviceAccountIssuer = ["https://a", "b"];
    expect((await setUp({ serviceAccountIssuer })).tokens.audiences).toEqual(["https://a", "b"]);
    expect((await setUp({ serviceAccountIssuer, apiAudiences: ["x"] })).tokens.audiences).toEqual(["x"]);
  });

  it.each<[Partial<ServiceAccountOptions>, RegExp[]]>([
    [{ serviceAccountIssuer: ["plain"] }, [/cannot be discovered.*issuer URL must use https scheme, got: plain/]],
    [{ serviceAccountIssuer: ["https://a", "plain"] }, []],
    [
      { serviceAccountMaxTokenExpiration: 3600_000 },
      [/must be set longer than 3607 seconds/, /up to 31536000 seconds/],
    ],
    [{ serviceAccountMaxTokenExpiration: 7200_000 }, [/up to 31536000 seconds/]],
    [{ serviceAccountMaxTokenExpiration: 3600_000, serviceAccountExtendTokenExpiration: false }, []],
    [{ serviceAccountMaxTokenExpiration: 400 * 24 * 3600_000 }, []],
  ])("warns about %j", async (options, patterns) => {
    const { told } = await setUp(options);
    expect(told).toEqual(patterns.map((pattern) => expect.stringMatching(pattern)));
  });

  it("counts token uses and reports used secrets", async () => {
    const { tokens, reader, used, registry } = await setUp();
    const token = await tokens.issueLegacy({ namespace: "n", secret: "s", account: { name: "robot", uid: "u" } });
    const metadata = { name: "robot", namespace: "n", uid: "u" };
    reader.put({ group: "", resource: "serviceaccounts" }, { metadata });
    const data = { token: Buffer.from(token).toString("base64") };
    reader.put({ group: "", resource: "secrets" }, { metadata: { name: "s", namespace: "n" }, data });
    expect(await tokens.authenticateToken(token, [])).toBeDefined();
    expect(used.map((secret) => secret.metadata.name)).toEqual(["s"]);
    const text = await registry.text();
    expect(text).toContain("serviceaccount_legacy_tokens_total 1");
    expect(text).toContain("serviceaccount_legacy_manual_token_uses_total 1");
  });
});
