import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { httpsDocuments } from "../../webhook/fetchDocument.ts";
import { ISSUER_RETRY } from "./distributedClaims.ts";
import { jwtAuthenticator } from "./jwtAuthenticator.ts";
import { servedProvider } from "./testing/servedProvider.ts";
import { authenticateToken, readyAuthenticator, type TestRules } from "./testing/testAuthenticator.ts";
import {
  DISCOVERY,
  type ProviderKey,
  signToken,
  startTestProvider,
  type TestProvider,
} from "./testing/testProvider.ts";

const served = servedProvider();
const rules: TestRules = { rules: { groups: { claim: "groups", prefix: "i:" } } };
const FAILED = "oidc: could not expand distributed claims: ";

/** A token of Ann whose groups are available at another address. */
const elsewhere = (endpoint: string, more: object = {}, claims: object = {}): Promise<string> =>
  signToken(
    served.key,
    served.claims({
      _claim_names: { groups: "src" },
      _claim_sources: { src: { endpoint, ...more } },
      ...claims,
    }),
  );

/** Serves a token with the groups. */
async function serve(claims: object, key: ProviderKey = served.key): Promise<string> {
  served.provider.documents.set("/groups", await signToken(key, served.claims({ ...claims })));
  return `${served.provider.url}/groups`;
}

describe("Distributed group claims", () => {
  it("are fetched from the claim source with its access token", async () => {
    const { authenticator } = await readyAuthenticator(served.provider, rules);
    const endpoint = await serve({ groups: ["a", "b"] });
    expect(await authenticateToken(authenticator, await elsewhere(endpoint, { access_token: "open" }))).toMatchObject({
      username: "ann",
      groups: ["i:a", "i:b"],
    });
    expect(served.provider.authorizations.get("/groups")).toBe("Bearer open");
    await authenticateToken(authenticator, await elsewhere(endpoint));
    expect(served.provider.authorizations.get("/groups")).toBeUndefined();
  });

  it("are not fetched if groups are in the token or inline, or no rule uses them", async () => {
    const { authenticator } = await readyAuthenticator(served.provider, rules);
    const missing = `${served.provider.url}/missing`;
    expect(await authenticateToken(authenticator, await elsewhere(missing, {}, { groups: "c" }))).toMatchObject({
      groups: ["i:c"],
    });
    expect(await authenticateToken(authenticator, await elsewhere("", { JWT: "x" }))).toMatchObject({ groups: [] });
    const others = { _claim_names: { other: "src" } };
    expect(await authenticateToken(authenticator, await elsewhere(missing, {}, others))).toMatchObject({ groups: [] });
    const { authenticator: plain } = await readyAuthenticator(served.provider);
    expect(await authenticateToken(plain, await elsewhere(missing))).toMatchObject({ groups: [] });
    expect(served.provider.asked.get("/missing")).toBeUndefined();
  });

  it("may come from another issuer, whose keys are fetched once", async () => {
    const other = await startTestProvider();
    try {
      const { authenticator } = await readyAuthenticator(served.provider, rules);
      // Each provider has its own authority.
      const fetch = (url: string, ...rest: [AbortSignal]) =>
        httpsDocuments(url.startsWith(other.url) ? other.authority : served.provider.authority)(url, ...rest);
      const trusting = jwtAuthenticator({
        rules: {
          issuer: { url: served.provider.url, audiences: ["us"] },
          requiredClaims: [],
          claimConditions: [],
          username: { claim: "sub", prefix: "" },
          groups: { claim: "groups", prefix: "" },
          extra: [],
          userConditions: [],
        },
        algorithms: ["ES256"],
        fetch,
        timers: { after: () => () => undefined } as never,
        now: Date.now,
        onError: () => undefined,
      });
      await trusting.settled();
      const endpoint = await serve({ iss: other.url, groups: ["x"] }, other.addKey("theirs"));
      const token = await elsewhere(endpoint);
      expect(await authenticateToken(trusting, token)).toMatchObject({ groups: ["x"] });
      expect(await authenticateToken(trusting, token)).toMatchObject({ groups: ["x"] });
      expect(other.asked.get(DISCOVERY)).toBe(1);
      trusting.stop();
      authenticator.stop();
    } finally {
      await other.stop();
    }
  });

  it.each<[string, object, (endpoint: string) => string]>([
    ["for another audience", { aud: "them", groups: [] }, () => 'expected audience "us" got ["them"]'],
    ["that has expired", { exp: 1_600_000_000, groups: [] }, () => "oidc: token is expired"],
    [
      "without the claim",
      {},
      (endpoint) => `jwt returned by distributed claim endpoint "${endpoint}" did not contain claim: groups`,
    ],
  ])("are rejected when they come in a token %s", async (_what, claims, message) => {
    const { authenticator } = await readyAuthenticator(served.provider, rules);
    const endpoint = await serve(claims);
    const answer = await authenticateToken(authenticator, await elsewhere(endpoint));
    expect(answer).toContain(FAILED);
    expect(answer).toContain(message(endpoint));
  });

  it.each([
    ["{}", "token is not compact JWT"],
    ["a.b", "malformed token"],
    ["a.$.c", "error decoding token: illegal base64 data at input byte 0"],
    ["a.bm8.c", /while unmarshaling token: invalid character 'o' in literal null/],
  ])("are rejected when the response is %j", async (text, message) => {
    const { authenticator } = await readyAuthenticator(served.provider, rules);
    served.provider.documents.set("/odd", text);
    const endpoint = `${served.provider.url}/odd`;
    const answer = await authenticateToken(authenticator, await elsewhere(endpoint));
    expect(answer).toContain(`${FAILED}getting untrusted issuer from endpoint ${endpoint} failed for claim "groups": `);
    expect(answer).toMatch(message);
  });

  it("are rejected when the source returns an error", async () => {
    const { authenticator } = await readyAuthenticator(served.provider, rules);
    expect(await authenticateToken(authenticator, await elsewhere(`${served.provider.url}/none`))).toBe(
      `${FAILED}while getting distributed claim "groups": error while getting distributed claim JWT: 404 Not Found`,
    );
    const sourceless = await elsewhere("", {}, { _claim_names: {}, _claim_sources: undefined });
    expect(await authenticateToken(authenticator, sourceless)).toBe(`${FAILED}oidc: no claim sources`);
  });

  it.each<[object, string]>([
    [{ _claim_names: { groups: "" } }, "oidc: failed to obtain source from claim name"],
    [{ _claim_names: { groups: "no" } }, "oidc: source does not exist"],
    [{ _claim_sources: undefined }, "oidc: source does not exist"],
    [
      { _claim_names: 5 },
      "oidc: failed to unmarshal claims: json: cannot unmarshal number into Go struct field idToken._claim_names of type map[string]string",
    ],
    [
      { _claim_sources: { src: { endpoint: 5 } } },
      "oidc: failed to unmarshal claims: json: cannot unmarshal number into Go struct field claimSource._claim_sources.endpoint of type string",
    ],
  ])("are rejected with claim sources %j", async (claims, message) => {
    const { authenticator } = await readyAuthenticator(served.provider, rules);
    expect(await authenticateToken(authenticator, await elsewhere("", {}, claims))).toBe(
      `oidc: verify token: ${message}`,
    );
  });
});

describe("Issuer of distributed claims", () => {
  let away: TestProvider;
  beforeAll(async () => {
    away = await startTestProvider();
  });
  afterAll(() => away.stop());

  it("is retried only after a delay when unavailable", async () => {
    const { authenticator, errors, clock } = await readyAuthenticator(served.provider, rules);
    const issuer = `${served.provider.url}/sub`;
    const endpoint = await serve({ iss: issuer, groups: ["x"] });
    const token = await elsewhere(endpoint);
    const message = `${FAILED}verifying untrusted issuer ${issuer} failed: verifier not initialized for issuer: "${issuer}"`;
    expect(await authenticateToken(authenticator, token)).toBe(message);
    expect(await authenticateToken(authenticator, token)).toBe(message);
    expect(errors).toEqual([
      expect.stringContaining(`oidc authenticator: async token verifier for issuer: "${issuer}": 404 Not Found`),
    ]);
    served.provider.documents.set(`/sub${DISCOVERY}`, {
      issuer,
      jwks_uri: `${served.provider.url}/jwks`,
    });
    expect(await authenticateToken(authenticator, token)).toBe(message);
    clock.ahead = ISSUER_RETRY;
    expect(await authenticateToken(authenticator, token)).toMatchObject({ groups: ["i:x"] });
  });
});
