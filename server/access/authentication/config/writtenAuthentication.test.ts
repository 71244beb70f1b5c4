import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { loadSchema } from "../../../model/schema/schema.ts";
import { compileAuthentication } from "./compileAuthentication.ts";
import { decodeAuthenticationConfig } from "./writtenAuthentication.ts";

const schema = loadSchema(createVocabulary());
const head = (version: string) => `apiVersion: apiserver.config.k8s.io/${version}\nkind: AuthenticationConfiguration\n`;

const decode = (text: string, version = "v1beta1") => decodeAuthenticationConfig(head(version) + text, schema);
const context = { vocabulary: schema.vocabulary, disallowedIssuers: [], anonymousConfigurable: true };
async function findings(text: string): Promise<string[]> {
  const { errors } = atOnce(compileAuthentication(await decode(text), context));
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

const MISSING = [
  "jwt[0].issuer.url: Required value",
  "jwt[0].issuer.audiences: Required value: at least one jwt[0].issuer.audiences is required",
  "jwt[0].claimMappings.username: Required value: claim or expression is required",
];

describe("Authentication configuration file", () => {
  it.each(["v1beta1", "v1alpha1"])("may be of version %s", async (version) => {
    const text = "jwt: [{issuer: {url: https://i, audiences: [a]}}]\nanonymous: {enabled: true}";
    expect(await decode(text, version)).toMatchObject({
      jwt: [{ issuer: { url: "https://i", audiences: ["a"] } }],
      anonymous: { enabled: true },
    });
  });

  it("may be JSON", async () => {
    const apiVersion = "apiserver.config.k8s.io/v1beta1";
    const text = JSON.stringify({ apiVersion, kind: "AuthenticationConfiguration", jwt: [] });
    expect((await decodeAuthenticationConfig(text, schema)).jwt).toEqual([]);
  });

  it.each([
    ["jwt: null\nanonymous: null", []],
    ["jwt: [null]", MISSING],
    ["jwt: [{}]", MISSING],
    ["jwt: [{issuer: null, claimMappings: null, claimValidationRules: null, userValidationRules: null}]", MISSING],
    [
      "jwt: [{claimValidationRules: [null], userValidationRules: [null], claimMappings: {username: null, extra: [null]}}]",
      [
        ...MISSING.slice(0, 2),
        "jwt[0].claimValidationRules[0]: Required value: claim or expression is required",
        MISSING[2],
        "jwt[0].claimMappings.extra[0].key: Required value",
        "jwt[0].claimMappings.extra[0].valueExpression: Required value",
        "jwt[0].userValidationRules[0].expression: Required value",
      ],
    ],
    ["anonymous: {enabled: true, conditions: [null]}", []],
  ])("%j treats null as absent", async (text, expected) => {
    expect(await findings(text)).toEqual(expected);
  });

  it.each([
    [
      "jwt: [{issuer: {url: 7}}]",
      "json: cannot unmarshal number into Go struct field Issuer.jwt.issuer.url of type string",
    ],
    ["jwt: {}", "json: cannot unmarshal object into Go struct field AuthenticationConfiguration.jwt of type []"],
    ["jwt: []\njwt: []", 'strict decoding error: line 4: key "jwt" already set in map'],
  ])("%j is rejected", async (text, detail) => {
    await expect(decode(text)).rejects.toThrow(detail);
  });
});
