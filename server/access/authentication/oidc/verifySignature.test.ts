import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { until } from "../../../acting/testing/until.ts";
import { KEYS_MAX_AGE, REFRESH_BURST, REFRESH_INTERVAL } from "./providerKeys.ts";
import { servedProvider } from "./testing/servedProvider.ts";
import { authenticateToken, readyAuthenticator } from "./testing/testAuthenticator.ts";
import { JWKS, type ProviderKey, signToken, startTestProvider } from "./testing/testProvider.ts";
import { SIGNING_ALGORITHMS } from "./verifyToken.ts";

const served = servedProvider();
const { claims } = served;

describe("Signature", () => {
  it("may use any allowed algorithm", async () => {
    const rsa = served.provider.addKey("rsa", "RS256");
    const signers = SIGNING_ALGORITHMS.map((algorithm) =>
      algorithm.startsWith("ES") ? served.provider.addKey(algorithm, algorithm) : { ...rsa, algorithm },
    );
    const { authenticator } = await readyAuthenticator(served.provider, { algorithms: SIGNING_ALGORITHMS });
    for (const signer of signers) {
      const token = await signToken(signer, claims());
      expect(await authenticateToken(authenticator, token), signer.algorithm).toMatchObject({ username: "ann" });
      const other = signer.algorithm === "RS256" ? "ES256" : "RS256";
      const refusing = await readyAuthenticator(served.provider, { algorithms: [other] });
      expect(await authenticateToken(refusing.authenticator, token)).toBe(
        `oidc: verify token: oidc: id token signed with unsupported algorithm, expected ["${other}"] got "${signer.algorithm}"`,
      );
    }
  });

  it("with an algorithm other than the key's is rejected", async () => {
    const { authenticator } = await readyAuthenticator(served.provider, { algorithms: SIGNING_ALGORITHMS });
    const wide = served.provider.addKey("one", "ES384", false);
    expect(await authenticateToken(authenticator, await signToken(wide, claims()))).toContain("failed to verify");
  });

  it("must be made with a key of the provider", async () => {
    const { authenticator } = await readyAuthenticator(served.provider);
    const token = await signToken(served.provider.addKey("one", "ES256", false), claims());
    const message = "oidc: verify token: failed to verify signature: failed to verify id token signature";
    expect(await authenticateToken(authenticator, token)).toBe(message);
    const good = await signToken(served.key, claims());
    const [head, , signature] = good.split(".");
    const forged = Buffer.from(JSON.stringify({ ...claims(), sub: "eve", exp: seconds() })).toString("base64url");
    expect(await authenticateToken(authenticator, `${head}.${forged}.${signature}`)).toBe(message);
    expect(await authenticateToken(authenticator, `${good.slice(0, -6)}AAAAAA`)).toBe(message);
  });
  const seconds = (): number => Math.floor(Date.now() / 1000) + 60;

  it.each(["none", "HS256"])("rejects algorithm %s", async (alg) => {
    const { authenticator } = await readyAuthenticator(served.provider, { algorithms: SIGNING_ALGORITHMS });
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const token = `${part({ alg })}.${part({ ...claims(), exp: seconds() })}.AAAA`;
    expect(await authenticateToken(authenticator, token)).toContain(`unsupported algorithm`);
  });

  it("does not require a key id", async () => {
    const { authenticator } = await readyAuthenticator(served.provider);
    const token = await signToken(served.key, claims(), { kid: undefined });
    expect(await authenticateToken(authenticator, token)).toMatchObject({ username: "ann" });
  });
});

describe("Arbitrary token", () => {
  it("is passed to other authenticators or rejected", async () => {
    const { authenticator } = await readyAuthenticator(served.provider, { algorithms: SIGNING_ALGORITHMS });
    const part = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString("base64url")),
      fc.constant(Buffer.from(JSON.stringify({ ...claims(), exp: 4e9 })).toString("base64url")),
      fc.constant(Buffer.from(JSON.stringify({ alg: "ES256", kid: "one" })).toString("base64url")),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts) => {
        const answer = await authenticateToken(authenticator, parts.join("."));
        expect(answer === undefined || typeof answer === "string").toBe(true);
      }),
    );
  });
});

describe("Signing keys", () => {
  it("are fetched once and again after rotation", async () => {
    const of = await startTestProvider();
    const { authenticator, clock } = await readyAuthenticator(of);
    const by = async (one: ProviderKey) =>
      authenticateToken(authenticator, await signToken(one, { iss: of.url, aud: "us", sub: "ann" }));
    const first = of.addKey("first");
    for (let i = 0; i < 3; i++) expect(await by(first)).toMatchObject({ username: "ann" });
    expect(of.asked.get(JWKS)).toBe(1);
    const second = of.addKey("second");
    expect(await by(second)).toMatchObject({ username: "ann" });
    expect(of.asked.get(JWKS)).toBe(2);
    of.removeKey("first");
    clock.ahead = 6 * 60_000;
    expect(await by(first)).toMatchObject({ username: "ann" });
    await until(async () => typeof (await by(first)) === "string", 100_000);
    expect(await by(first)).toContain("failed to verify id token signature");
    expect(await by(second)).toMatchObject({ username: "ann" });
    await of.stop();
  });

  it("invalidate their tokens when withdrawn", async () => {
    const of = await startTestProvider();
    const own = of.addKey("k");
    const { authenticator, clock } = await readyAuthenticator(of);
    const token = await signToken(own, { iss: of.url, aud: "us", sub: "ann" });
    expect(await authenticateToken(authenticator, token)).toMatchObject({ username: "ann" });
    of.removeKey("k");
    clock.ahead = KEYS_MAX_AGE;
    expect(await authenticateToken(authenticator, token)).toMatchObject({ username: "ann" });
    await until(async () => typeof (await authenticateToken(authenticator, token)) === "string", 100_000);
    await of.stop();
  });

  it("are not fetched for every unknown key id", async () => {
    const of = await startTestProvider();
    const { authenticator, clock } = await readyAuthenticator(of);
    of.addKey("real");
    const invented = of.addKey("invented", "ES256", false);
    const token = await signToken(invented, { iss: of.url, aud: "us", sub: "ann" });
    for (let i = 0; i < 20; i++) expect(await authenticateToken(authenticator, token)).toContain("failed to verify");
    expect(of.asked.get(JWKS)).toBe(REFRESH_BURST);
    clock.ahead = REFRESH_INTERVAL + 1000;
    await authenticateToken(authenticator, token);
    expect(of.asked.get(JWKS)).toBe(REFRESH_BURST + 1);
    // After the clock was set back, the keys are refreshed as often as before.
    clock.ahead = -3_600_000;
    await authenticateToken(authenticator, token);
    clock.ahead += REFRESH_INTERVAL + 1000;
    await authenticateToken(authenticator, token);
    expect(of.asked.get(JWKS)).toBe(REFRESH_BURST + 2);
    await of.stop();
  });

  it("are kept while the provider is unavailable", async () => {
    const of = await startTestProvider();
    const own = of.addKey("k");
    const { authenticator, clock } = await readyAuthenticator(of);
    const token = await signToken(own, { iss: of.url, aud: "us", sub: "ann" });
    expect(await authenticateToken(authenticator, token)).toMatchObject({ username: "ann" });
    await of.stop();
    clock.ahead = 20 * 60_000;
    expect(await authenticateToken(authenticator, token)).toMatchObject({ username: "ann" });
    const other = await signToken(of.addKey("k2"), { iss: of.url, aud: "us", sub: "ann" });
    expect(await authenticateToken(authenticator, other)).toMatch(
      /fetching keys oidc: get keys failed Get "https:.*connection refused/,
    );
  });
});
