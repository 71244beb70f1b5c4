import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { createAuthority } from "../../../ground/x509/certificates.ts";
import { compileAuthentication } from "./compileAuthentication.ts";
import type { WrittenAuthentication, WrittenJwt } from "./writtenAuthentication.ts";

const context = {
  vocabulary: createVocabulary(),
  disallowedIssuers: ["https://own", "https://also"],
  anonymousConfigurable: true,
};

const issuer = { url: "https://issuer", audiences: ["us"] };
const claimMappings = { username: { claim: "sub", prefix: "" } };
const GOOD: WrittenJwt = { issuer, claimMappings };

function findings(written: WrittenAuthentication, changed: Partial<typeof context> = {}): string[] {
  const { errors } = atOnce(compileAuthentication(written, { ...context, ...changed }));
  return errors.map(({ field, message }) => `${field}: ${message}`);
}
const ofJwt = (jwt: Partial<WrittenJwt>): string[] =>
  findings({ jwt: [{ ...GOOD, ...jwt }] }).map((text) => text.replace(/^jwt\[0\]\./, ""));

describe("List of authenticators", () => {
  it("may be empty", () => {
    expect(findings({})).toEqual([]);
    expect(findings({ jwt: [] })).toEqual([]);
    expect(findings({ jwt: [GOOD] })).toEqual([]);
  });

  it("is limited to 64", () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ ...GOOD, issuer: { ...issuer, url: `https://i${i}` } }));
    expect(findings({ jwt: many(64) })).toEqual([]);
    expect(findings({ jwt: many(65) })).toEqual(["jwt: Too many: 65: must have at most 64 items"]);
  });

  it("rejects duplicate issuers and discovery URLs", () => {
    const one = { ...GOOD, issuer: { ...issuer, discoveryURL: "https://d/x" } };
    expect(findings({ jwt: [one, one] })).toEqual([
      'jwt[1].issuer.url: Duplicate value: "https://issuer"',
      'jwt[1].issuer.discoveryURL: Duplicate value: "https://d/x"',
    ]);
  });
});

describe("Issuer", () => {
  it.each<[Partial<WrittenJwt["issuer"]>, string[]]>([
    [{ url: "" }, ["issuer.url: Required value"]],
    [{ url: "http://x" }, ['issuer.url: Invalid value: "http://x": URL scheme must be https']],
    [
      { url: "https://u:p@x" },
      ['issuer.url: Invalid value: "https://u:p@x": URL must not contain a username or password'],
    ],
    [{ url: "https://x?a=b" }, ['issuer.url: Invalid value: "https://x?a=b": URL must not contain a query']],
    [{ url: "https://x#a" }, ['issuer.url: Invalid value: "https://x#a": URL must not contain a fragment']],
    [
      { url: "https://own" },
      [
        'issuer.url: Invalid value: "https://own": URL must not overlap with disallowed issuers: [https://also https://own]',
      ],
    ],
    [
      { url: "https://x:y" },
      ['issuer.url: Invalid value: "https://x:y": parse "https://x:y": invalid port ":y" after host'],
    ],
    [{ discoveryURL: "https://own" }, []],
    [
      { discoveryURL: "https://issuer/" },
      ['issuer.discoveryURL: Invalid value: "https://issuer/": discoveryURL must be different from URL'],
    ],
    [{ discoveryURL: "http://d" }, ['issuer.discoveryURL: Invalid value: "http://d": URL scheme must be https']],
    [{ audiences: [] }, ["issuer.audiences: Required value: at least one jwt[0].issuer.audiences is required"]],
    [{ audiences: [""] }, ["issuer.audiences[0]: Required value"]],
    [{ audiences: ["a", "a"], audienceMatchPolicy: "MatchAny" }, ['issuer.audiences[1]: Duplicate value: "a"']],
    [{ audiences: ["a", "b"], audienceMatchPolicy: "MatchAny" }, []],
    [
      { audiences: ["a", "b"] },
      ['issuer.audienceMatchPolicy: Invalid value: "": audienceMatchPolicy must be MatchAny for multiple audiences'],
    ],
    [
      { audienceMatchPolicy: "All" },
      [
        'issuer.audienceMatchPolicy: Invalid value: "All": audienceMatchPolicy must be empty or MatchAny for single audience',
      ],
    ],
    [
      { certificateAuthority: "x" },
      [
        'issuer.certificateAuthority: Invalid value: "<omitted>": data does not contain any valid RSA or ECDSA certificates',
      ],
    ],
  ])("%j is validated", (changed, expected) => {
    expect(ofJwt({ issuer: { ...issuer, ...changed } })).toEqual(expected);
  });

  it("may have its own CA", async () => {
    const { certificate } = await createAuthority("a", Date.now(), Date.now() + 1000);
    expect(ofJwt({ issuer: { ...issuer, certificateAuthority: certificate } })).toEqual([]);
  });
});

describe("Claim validation rules", () => {
  const bad = "compilation failed: ERROR: <input>:1:1: undeclared reference to 'x' (in container '')\n | x\n | ^";
  it.each<[WrittenJwt["claimValidationRules"], string[]]>([
    [
      [
        { claim: "a", requiredValue: "b" },
        { expression: "claims.a == 'b'", message: "m" },
      ],
      [],
    ],
    [[{ claim: "a" }], []],
    [
      [{ claim: "a", expression: "true" }],
      ['claimValidationRules[0]: Invalid value: "a": claim and expression can\'t both be set'],
    ],
    [[{}], ["claimValidationRules[0]: Required value: claim or expression is required"]],
    [
      [{ claim: "a", message: "m" }],
      ['claimValidationRules[0].message: Invalid value: "m": may not be specified when claim is set'],
    ],
    [[{ claim: "a" }, { claim: "a" }], ['claimValidationRules[1].claim: Duplicate value: "a"']],
    [
      [{ expression: "true", requiredValue: "v" }],
      ['claimValidationRules[0].requiredValue: Invalid value: "v": may not be specified when expression is set'],
    ],
    [[{ expression: "true" }, { expression: "true" }], ['claimValidationRules[1].expression: Duplicate value: "true"']],
    [[{ expression: "'a'" }], ["claimValidationRules[0].expression: Invalid value: \"'a'\": must evaluate to bool"]],
    [
      [{ expression: "claims.a" }],
      ['claimValidationRules[0].expression: Invalid value: "claims.a": must evaluate to bool'],
    ],
    [[{ expression: "x" }], [`claimValidationRules[0].expression: Invalid value: "x": ${bad}`]],
  ])("%j are validated", (claimValidationRules, expected) => {
    expect(ofJwt({ claimValidationRules })).toEqual(expected);
  });
});

describe("User validation rules", () => {
  it.each<[WrittenJwt["userValidationRules"], string[]]>([
    [[{ expression: "user.username != ''", message: "m" }], []],
    [[{ message: "m" }], ["userValidationRules[0].expression: Required value"]],
    [[{ expression: "true" }, { expression: "true" }], ['userValidationRules[1].expression: Duplicate value: "true"']],
    [
      [{ expression: "user.uid" }],
      ['userValidationRules[0].expression: Invalid value: "user.uid": must evaluate to bool'],
    ],
  ])("%j are validated", (userValidationRules, expected) => {
    expect(ofJwt({ userValidationRules })).toEqual(expected);
  });

  it("can access the user but not claims", () => {
    const [finding] = ofJwt({ userValidationRules: [{ expression: "claims.a == 1" }] });
    expect(finding).toContain("undeclared reference to 'claims'");
  });
});

describe("Claim mappings", () => {
  const verified =
    "claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression";
  it.each<[WrittenJwt["claimMappings"], string[]]>([
    [{}, ["claimMappings.username: Required value: claim or expression is required"]],
    [
      { username: { claim: "a", expression: "'b'", prefix: "" } },
      ['claimMappings.username: Invalid value: "": claim and expression can\'t both be set'],
    ],
    [
      { username: { claim: "a" } },
      [
        "claimMappings.username.prefix: Required value: prefix is required when claim is set. It can be set to an empty string to disable prefixing",
      ],
    ],
    [
      { username: { expression: "'a'", prefix: "p" } },
      ['claimMappings.username.prefix: Invalid value: "p": may not be specified when expression is set'],
    ],
    [{ ...claimMappings, groups: { expression: "[]" }, uid: { claim: "sub" } }, []],
    [
      { ...claimMappings, groups: { claim: "g" } },
      [
        "claimMappings.groups.prefix: Required value: prefix is required when claim is set. It can be set to an empty string to disable prefixing",
      ],
    ],
    [
      { ...claimMappings, uid: { claim: "a", expression: "'b'" } },
      ['claimMappings.uid: Invalid value: "": claim and expression can\'t both be set'],
    ],
    [
      { username: { expression: "claims.email" } },
      [`claimMappings.username.expression: Invalid value: "claims.email": ${verified}`],
    ],
    [
      { username: { expression: "claims.?email.orValue('x')" } },
      [`claimMappings.username.expression: Invalid value: "claims.?email.orValue('x')": ${verified}`],
    ],
    [
      { username: { expression: "claims.email", prefix: "x" } },
      ['claimMappings.username.prefix: Invalid value: "x": may not be specified when expression is set'],
    ],
    [{ username: { expression: "claims.email_verified ? claims.email : 'x'" } }, []],
    [{ username: { expression: "claims.?email_verified.orValue(false) ? claims.email : 'x'" } }, []],
    [
      {
        username: { expression: "claims.email" },
        extra: [{ key: "a.b/c", valueExpression: "string(claims.email_verified)" }],
      },
      [],
    ],
    [
      { username: { expression: "claims.email.lowerAscii()" } },
      [`claimMappings.username.expression: Invalid value: "claims.email.lowerAscii()": ${verified}`],
    ],
  ])("%j are validated", (mappings, expected) => {
    expect(ofJwt({ claimMappings: mappings ?? {} })).toEqual(expected);
  });

  it("may use email if a validation rule requires email_verified", () => {
    const mappings = { username: { expression: "claims.email" } };
    const rule = { expression: "has(claims.email_verified) && claims.email_verified == true" };
    expect(ofJwt({ claimMappings: mappings, claimValidationRules: [rule] })).toEqual([]);
    const nested = { expression: "[1].all(x, claims.email_verified == true)" };
    expect(ofJwt({ claimMappings: mappings, claimValidationRules: [nested] })).toEqual([]);
  });

  const reserved = "k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use";
  it.each<[string, string[]]>([
    ["a.b/c", []],
    ["", ["key: Required value"]],
    ["abc", ['key: Invalid value: "abc": must be a domain-prefixed path (such as "acme.io/foo")']],
    ["a.b/C", ['key: Invalid value: "a.b/C": must be lowercase']],
    ["k8s.io/a", [`key: Invalid value: "k8s.io/a": ${reserved}`]],
    ["x.kubernetes.io/a", [`key: Invalid value: "x.kubernetes.io/a": ${reserved}`]],
    ["notkubernetes.io/a", []],
  ])("to extra %j are validated", (key, expected) => {
    const mappings = { ...claimMappings, extra: [{ key, valueExpression: "'v'" }] };
    expect(ofJwt({ claimMappings: mappings })).toEqual(expected.map((text) => `claimMappings.extra[0].${text}`));
  });

  it("to extra have unique keys and a value", () => {
    const extra = [{ key: "a/b", valueExpression: "'v'" }, { key: "a/b", valueExpression: "x" }, { key: "c/d" }];
    expect(ofJwt({ claimMappings: { ...claimMappings, extra } })).toEqual([
      'claimMappings.extra[1].key: Duplicate value: "a/b"',
      "claimMappings.extra[2].valueExpression: Required value",
    ]);
  });

  it("reserve the domains of the vocabulary", () => {
    const mappings = { ...claimMappings, extra: [{ key: "orch.io/a", valueExpression: "'v'" }] };
    const jwt = [{ ...GOOD, claimMappings: mappings }];
    const [finding] = findings({ jwt }, { vocabulary: createVocabulary("orch") });
    expect(finding).toContain("orch.io, orch.io and their subdomains are reserved for Orch use");
  });
});

describe("Anonymous requests", () => {
  it("may have path conditions only if enabled", () => {
    expect(findings({ anonymous: { enabled: true, conditions: [{ path: "/livez" }] } })).toEqual([]);
    expect(findings({ anonymous: { enabled: false, conditions: [{ path: "/livez" }, { path: "/a" }] } })).toEqual([
      'anonymous.conditions: Invalid value: []apiserver.AnonymousAuthCondition{apiserver.AnonymousAuthCondition{Path:"/livez"}, apiserver.AnonymousAuthCondition{Path:"/a"}}: enabled should be set to true when conditions are defined',
    ]);
  });

  it("require the feature gate", () => {
    expect(findings({ anonymous: { enabled: true } }, { anonymousConfigurable: false })).toEqual([
      "anonymous: Forbidden: anonymous is not supported when AnonymousAuthConfigurableEndpoints feature gate is disabled",
    ]);
  });
});
