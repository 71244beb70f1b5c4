import { describe, expect, it } from "vitest";
import { compile } from "../../../ground/cel/compile.ts";
import { claimsEnvironment, userEnvironment } from "../../../ground/cel/environments/environments.ts";
import { DISCOVERY_RETRY } from "./jwtAuthenticator.ts";
import { servedProvider } from "./testing/servedProvider.ts";
import { authenticateToken, readyAuthenticator, testAuthenticator } from "./testing/testAuthenticator.ts";
import { DISCOVERY, JWKS, signToken, startTestProvider } from "./testing/testProvider.ts";

const served = servedProvider();
const { claims } = served;

describe("Token", () => {
  it("authenticates its user", async () => {
    const { authenticator, judged } = await readyAuthenticator(served.provider);
    expect(await authenticateToken(authenticator, await signToken(served.key, claims()))).toEqual({
      username: "ann",
      groups: [],
      extra: {},
    });
    expect(judged).toEqual(["success"]);
  });

  it("of another issuer is ignored", async () => {
    const { authenticator, judged } = await readyAuthenticator(served.provider);
    for (const token of [
      await signToken(served.key, claims({ iss: "https://other" })),
      "a.b.c",
      "abc",
      "{}",
      "a.e30.c.d",
    ]) {
      expect(await authenticateToken(authenticator, token)).toBeUndefined();
    }
    expect(judged).toEqual([]);
  });

  const seconds = (ahead: number): number => Math.floor(Date.now() / 1000) + ahead;
  it.each([
    ["for another audience", { aud: "them" }, 'expected audience "us" got ["them"]'],
    ["for several other audiences", { aud: ["a", "b"] }, 'expected audience "us" got ["a" "b"]'],
    ["without an audience", { aud: undefined }, 'expected audience "us" got []'],
    ["that has expired", { exp: 1_600_000_000 }, "token is expired (Token Expiry: 2020-09-13 12:26:40 +0000 UTC)"],
    ["without an expiry", { exp: undefined }, "token is expired (Token Expiry: 0001-01-01 00:00:00 +0000 UTC)"],
    ["that is not valid yet", { nbf: seconds(90) }, "before the nbf (not before) time: "],
    ["with an expiry that is not a number", { exp: "soon" }, "oidc: failed to unmarshal claims: exp is no number"],
  ])("%s is rejected", async (_what, more, message) => {
    const { authenticator, judged } = await readyAuthenticator(served.provider);
    const answer = await authenticateToken(authenticator, await signToken(served.key, claims(more)));
    expect(answer).toMatch(/^oidc: verify token: oidc: /);
    expect(answer).toContain(message);
    expect(judged).toEqual(["failure"]);
  });

  it("is accepted within the leeway and with one matching audience", async () => {
    const { authenticator } = await readyAuthenticator(served.provider);
    const token = await signToken(served.key, claims({ nbf: seconds(30), aud: ["them", "us"] }));
    expect(await authenticateToken(authenticator, token)).toMatchObject({ username: "ann" });
  });

  it("may be intended for any of the accepted audiences", async () => {
    const { authenticator } = await readyAuthenticator(served.provider, { issuer: { audiences: ["us", "ours"] } });
    expect(await authenticateToken(authenticator, await signToken(served.key, claims({ aud: "ours" })))).toMatchObject({
      username: "ann",
    });
    expect(await authenticateToken(authenticator, await signToken(served.key, claims({ aud: ["x"] })))).toBe(
      'oidc: verify token: oidc: expected audience in ["ours" "us"] got ["x"]',
    );
  });

  it("expires while the server runs", async () => {
    const { authenticator, clock } = await readyAuthenticator(served.provider);
    const token = await signToken(served.key, claims());
    expect(await authenticateToken(authenticator, token)).toMatchObject({ username: "ann" });
    clock.ahead = 3601_000;
    expect(await authenticateToken(authenticator, token)).toContain("token is expired");
  });
});

describe("Provider", () => {
  it("may become available later; until then its tokens are rejected", async () => {
    const of = await startTestProvider();
    const own = of.addKey("k");
    const description = of.documents.get(DISCOVERY);
    of.documents.set(DISCOVERY, null);
    const { authenticator, timers, errors, failed } = testAuthenticator(of);
    await failed;
    expect(timers.pending()).toEqual([DISCOVERY_RETRY]);
    expect(errors).toEqual(["oidc authenticator: initializing plugin: 503 Service Unavailable: {}"]);
    const token = await signToken(own, { iss: of.url, aud: "us", sub: "ann" });
    expect(await authenticateToken(authenticator, token)).toBe("oidc: authenticator not initialized");
    expect(authenticator.ready).toBe(false);
    of.documents.set(DISCOVERY, description);
    timers.advance(DISCOVERY_RETRY);
    await authenticator.settled();
    expect(await authenticateToken(authenticator, token)).toMatchObject({ username: "ann" });
    await of.stop();
  });

  it.each([
    [
      { issuer: "https://other" },
      /issuer did not match the issuer returned by provider, expected "https:.* got "https:\/\/other"/,
    ],
    ["{", /oidc: failed to decode provider discovery object: /],
    ["[]", /oidc: failed to decode provider discovery object: it is no object/],
  ])("with discovery document %j is not used", async (document, message) => {
    const of = await startTestProvider();
    of.documents.set(DISCOVERY, document);
    const { errors, failed } = testAuthenticator(of);
    await failed;
    expect(errors[0]).toMatch(message);
    await of.stop();
  });

  it("may have a separate discovery URL", async () => {
    const of = await startTestProvider();
    const own = of.addKey("k");
    of.documents.set("/inside", { issuer: "https://public.test/x", jwks_uri: of.url + JWKS });
    const issuer = { url: "https://public.test/x", discoveryUrl: `${of.url}/inside` };
    const { authenticator } = await readyAuthenticator(of, { issuer });
    const token = await signToken(own, { iss: issuer.url, aud: "us", sub: "ann" });
    expect(await authenticateToken(authenticator, token)).toMatchObject({ username: "ann" });
    await of.stop();
  });

  it("with an untrusted certificate is not used", async () => {
    const [one, other] = await Promise.all([startTestProvider(), startTestProvider()]);
    const { errors, failed } = testAuthenticator({ ...one, authority: other.authority });
    await failed;
    expect(errors[0]).toMatch(
      /^oidc authenticator: initializing plugin: Get "https:.*: tls: failed to verify certificate: x509: /,
    );
    await Promise.all([one.stop(), other.stop()]);
  });
});

describe("Rules", () => {
  it("map and validate claims with expressions", async () => {
    const claimed = (text: string) => compile(text, claimsEnvironment());
    const { authenticator } = await readyAuthenticator(served.provider, {
      rules: {
        username: { program: claimed('claims.sub + "@" + claims.org.name') },
        groups: { program: claimed("claims.roles.split(',')") },
        uid: { claim: "id", prefix: "" },
        extra: [{ key: "corp/level", program: claimed("string(claims.level)") }],
        claimConditions: [{ program: claimed("claims.level >= 3"), message: "too low" }],
        userConditions: [
          { program: compile("!user.username.startsWith('system:')", userEnvironment()), message: "reserved" },
        ],
      },
    });
    const more = { org: { name: "acme" }, roles: "dev,ops", id: "7", level: 4 };
    expect(await authenticateToken(authenticator, await signToken(served.key, claims(more)))).toEqual({
      username: "ann@acme",
      groups: ["dev", "ops"],
      uid: "7",
      extra: { "corp/level": ["4"] },
    });
    expect(await authenticateToken(authenticator, await signToken(served.key, claims({ ...more, level: 2 })))).toBe(
      "oidc: error evaluating claim validation expression: validation expression 'claims.level >= 3' failed: too low",
    );
    expect(
      await authenticateToken(authenticator, await signToken(served.key, claims({ ...more, sub: "system:x" }))),
    ).toContain("reserved");
  });
});
