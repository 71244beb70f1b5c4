import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringifyJson } from "../../../../shared/json/stringifyJson.ts";
import { compile } from "../../../ground/cel/compile.ts";
import { claimsEnvironment, userEnvironment } from "../../../ground/cel/environments/environments.ts";
import { type Claims, decodeClaims } from "./claims.ts";
import type { JwtRules } from "./jwtRules.ts";
import { mapClaims } from "./mapClaims.ts";

const program = (text: string) => ({ program: compile(text, claimsEnvironment()) });
const BASE: JwtRules = {
  issuer: { url: "https://i", audiences: ["a"] },
  requiredClaims: [],
  claimConditions: [],
  username: { claim: "sub", prefix: "" },
  extra: [],
  userConditions: [],
};

function map(claims: Claims, rules: Partial<JwtRules> = {}) {
  try {
    return mapClaims({ sub: "ann", ...claims }, { ...BASE, ...rules });
  } catch (error) {
    return (error as Error).message;
  }
}

describe("User name", () => {
  const email = { username: { claim: "email", prefix: "" } };
  it.each<[string, Claims, Partial<JwtRules>, unknown]>([
    ["gets the configured prefix", {}, { username: { claim: "sub", prefix: "i#" } }, { username: "i#ann" }],
    [
      "can be a claim whose name contains a dot",
      { "a.b": "x" },
      { username: { claim: "a.b", prefix: "" } },
      { username: "x" },
    ],
    [
      "cannot be a nested claim",
      { a: { b: "x" } },
      { username: { claim: "a.b", prefix: "" } },
      'oidc: parse username claims "a.b": claim not present',
    ],
    [
      "cannot be a number",
      { sub: 7 },
      {},
      'oidc: parse username claims "sub": json: cannot unmarshal number into Go value of type string',
    ],
    [
      "cannot be a list",
      { sub: ["x"] },
      {},
      'oidc: parse username claims "sub": json: cannot unmarshal array into Go value of type string',
    ],
    ["cannot be empty", { sub: "" }, {}, "oidc: the user name is empty"],
    ["cannot be null", { sub: null }, {}, "oidc: the user name is empty"],
    ["can be an email address without an email_verified claim", { email: "a@b" }, email, { username: "a@b" }],
    ["can be a verified email address", { email: "a@b", email_verified: true }, email, { username: "a@b" }],
    [
      "cannot be an unverified email address",
      { email: "a@b", email_verified: false },
      email,
      "oidc: email not verified",
    ],
    [
      "cannot be an email address whose email_verified claim is not a boolean",
      { email: "a@b", email_verified: "true" },
      email,
      "oidc: parse 'email_verified' claim: json: cannot unmarshal string into Go value of type bool",
    ],
    [
      "can be computed by an expression",
      { o: { n: "acme" } },
      { username: program("claims.sub + '@' + claims.o.n") },
      { username: "ann@acme" },
    ],
    [
      "cannot be computed as a number",
      {},
      { username: program("1") },
      "oidc: error evaluating username claim expression: username claim expression must return a string",
    ],
    [
      "cannot be computed as an empty string",
      {},
      { username: program("''") },
      "oidc: empty username via CEL expression is not allowed",
    ],
    [
      "cannot be computed from a missing claim",
      {},
      { username: program("claims.x") },
      "oidc: error evaluating username claim expression: expression 'claims.x' resulted in error: no such key: x",
    ],
  ])("%s", (_what, claims, rules, expected) => {
    const answer = map(claims, rules);
    if (typeof expected === "string") expect(answer).toBe(expected);
    else expect(answer).toMatchObject(expected as object);
  });
});

describe("Groups", () => {
  const claim = { groups: { claim: "g", prefix: "i:" } };
  it.each<[string, Claims, Partial<JwtRules>, unknown]>([
    ["can be a list and get the configured prefix", { g: ["a", "b"] }, claim, ["i:a", "i:b"]],
    ["can be a single string", { g: "a" }, claim, ["i:a"]],
    ["can be absent", {}, claim, []],
    ["can be null", { g: null }, claim, []],
    ["can be computed as a list", { r: "a,b,," }, { groups: program("claims.r.split(',')") }, ["a", "b"]],
    ["can be computed as a single string", {}, { groups: program("'x'") }, ["x"]],
    ["can be computed as null", {}, { groups: program("null") }, []],
    ["can be computed with a default value", {}, { groups: program("claims.?g.orValue([])") }, []],
  ])("%s", (_what, claims, rules, expected) => {
    expect(map(claims, rules)).toMatchObject({ groups: expected });
  });

  it.each<[Claims, Partial<JwtRules>, string]>([
    [{ g: 7 }, claim, 'oidc: parse groups claim "g": json: cannot unmarshal number into Go value of type string'],
    [{ g: ["a", 7] }, claim, 'oidc: parse groups claim "g": json: cannot unmarshal array into Go value of type string'],
    [
      {},
      { groups: program("7") },
      "oidc: error evaluating group claim expression: expression must return a string or a list of strings",
    ],
    [
      { l: ["a", 7] },
      { groups: program("claims.l") },
      "oidc: error evaluating group claim expression: expression must return a string or a list of strings",
    ],
  ])("%j are rejected", (claims, rules, message) => {
    expect(map(claims, rules)).toBe(message);
  });
});

describe("Uid and extra", () => {
  it("come from claims and expressions; empty values are omitted", () => {
    const extra = [
      { key: "x/one", ...program("claims.n") },
      { key: "x/none", ...program("''") },
      { key: "x/some", ...program("['a', '', 'b']") },
    ];
    const identity = map({ n: "1", id: "u" }, { uid: { claim: "id", prefix: "" }, extra });
    expect(identity).toEqual({
      username: "ann",
      uid: "u",
      groups: [],
      extra: { "x/one": ["1"], "x/some": ["a", "b"] },
    });
    expect(map({}, { uid: program("''") })).not.toHaveProperty("uid");
    expect(map({}, { uid: { claim: "id", prefix: "" } })).toBe('oidc: parse uid claim "id": claim not present');
    expect(map({}, { uid: program("true") })).toBe(
      "oidc: error evaluating uid claim expression: uid claim expression must return a string",
    );
    expect(map({}, { extra: [{ key: "x/y", ...program("{'a': 1}") }] })).toBe(
      "oidc: error evaluating extra claim expression: {'a': 1}: expression must return a string or a list of strings",
    );
    const failing = { key: "x/z", ...program("claims.none") };
    expect(map({}, { extra: [{ key: "x/y", ...program("1") }, failing] })).toBe(
      "expression 'claims.none' resulted in error: no such key: none",
    );
  });
});

describe("Rules", () => {
  const required = { requiredClaims: [{ claim: "hd", value: "acme" }] };
  it.each<[Claims, Partial<JwtRules>, string]>([
    [{}, required, "oidc: required claim hd not present in ID token"],
    [{ hd: "x" }, required, "oidc: required claim hd value does not match. Got = x, want = acme"],
    [{ hd: ["acme"] }, required, "oidc: parse claim hd: json: cannot unmarshal array into Go value of type string"],
    [
      { a: 1 },
      { claimConditions: [{ ...program("claims.a > 1"), message: "more" }] },
      "oidc: error evaluating claim validation expression: validation expression 'claims.a > 1' failed: more",
    ],
    [
      {},
      {
        claimConditions: [
          { ...program("false"), message: "" },
          { ...program("claims.b == 1"), message: "" },
        ],
      },
      "oidc: error evaluating claim validation expression: expression 'claims.b == 1' resulted in error: no such key: b",
    ],
    [
      {},
      { userConditions: [{ program: compile("user.groups.exists(g, g == 'x')", userEnvironment()), message: "no" }] },
      "oidc: error evaluating user info validation rule: validation expression 'user.groups.exists(g, g == 'x')' failed: no",
    ],
  ])("reject %j", (claims, rules, message) => {
    expect(map(claims, rules)).toBe(message);
  });

  it("that evaluate to true accept the user", () => {
    const user = "user.username == 'ann' && user.uid == '' && user.extra.size() == 0";
    const userConditions = [{ program: compile(user, userEnvironment()), message: "" }];
    expect(map({ hd: "acme" }, { ...required, userConditions })).toMatchObject({ username: "ann" });
  });
});

describe("Claims", () => {
  const encode = (text: string): string => Buffer.from(text).toString("base64url");
  it("keep large integers exactly", () => {
    const claims = decodeClaims(encode('{"n": 9007199254740993, "sub": "x"}'));
    expect(map(claims, { username: program("string(claims.n)") })).toMatchObject({ username: "9007199254740993" });
  });

  it("of any JSON object round-trip", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (claims) => {
        const text = stringifyJson(claims);
        expect(stringifyJson(decodeClaims(encode(text)))).toBe(text);
      }),
    );
  });

  it.each(["[]", "null", "1", "{", ""])("reject %j", (text) => {
    expect(() => decodeClaims(encode(text))).toThrow();
  });

  it("use base64url without padding", () => {
    expect(() => decodeClaims("e30=")).toThrow("illegal base64 data at input byte 3");
  });
});
