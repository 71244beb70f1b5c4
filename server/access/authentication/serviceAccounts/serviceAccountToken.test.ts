import { generateKeyPairSync } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { BoundedMap } from "../../../../shared/collections/boundedMap.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { testContext } from "../../authorization/testing/actionContext.ts";
import { type MemoryReader, memoryReader } from "../../authorization/testing/memoryReader.ts";
import { tokenReviewAction } from "../bearerTokens/tokenReview.ts";
import { createTokenAction, type TokenIssuing } from "./createToken.ts";
import { type ServiceAccountTokens, serviceAccountTokens } from "./serviceAccountToken.ts";

const vocabulary = createVocabulary();
const ISSUER = "https://kubernetes.default.svc";
const signingKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;

const core = (resource: string) => ({ group: "", resource });
let now: number;
let reader: MemoryReader;
let tokens: ServiceAccountTokens;

beforeEach(() => {
  now = Date.parse("2026-01-02T03:04:05Z");
  reader = memoryReader();
  reader.put(core("serviceaccounts"), { metadata: { name: "robot", namespace: "n", uid: "sa-uid" } });
  reader.put(core("secrets"), { metadata: { name: "bound", namespace: "n", uid: "secret-uid" } });
  const spec = { serviceAccountName: "robot", nodeName: "node1" };
  reader.put(core("pods"), { metadata: { name: "p", namespace: "n", uid: "pod-uid" }, spec });
  tokens = serviceAccountTokens({ signingKey, issuers: [ISSUER], vocabulary, reader, now: () => now });
});

let warnings: string[];
const request = (
  spec: Record<string, unknown> = {},
  name = "robot",
  metadata = {},
  issuing?: Partial<TokenIssuing>,
): Promise<ApiObject> => {
  warnings = [];
  const warn = (text: string): unknown => warnings.push(text);
  const context = testContext({ reader, namespace: "n", name, subresource: "token", now: () => now, warn });
  const action = createTokenAction(tokens, { maxSeconds: 0, extend: true, bindToNodes: true, ...issuing });
  return Promise.resolve(action(context, { kind: "TokenRequest", metadata, spec }));
};
const tokenOf = (answer: ApiObject): string => (answer["status"] as { token: string }).token;
const authenticate = async (token: string, audiences: string[] = []) =>
  (await tokens.authenticateToken(token, audiences))?.identity;

describe("createTokenAction", () => {
  it("issues a token with the account's claims", async () => {
    const answer = await request({ expirationSeconds: 3600 });
    expect(answer["spec"]).toEqual({ audiences: [ISSUER], expirationSeconds: 3600, boundObjectRef: null });
    expect(answer.metadata).toEqual({ name: "robot", namespace: "n", creationTimestamp: "2026-01-02T03:04:05Z" });
    expect(answer["status"]).toMatchObject({ expirationTimestamp: "2026-01-02T04:04:05Z" });
    const claims = decodeJwt(tokenOf(answer));
    expect(claims).toMatchObject({
      iss: ISSUER,
      aud: [ISSUER],
      sub: "system:serviceaccount:n:robot",
      "kubernetes.io": { namespace: "n", serviceaccount: { name: "robot", uid: "sa-uid" } },
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
    expect(claims.nbf).toBe(claims.iat);
    expect(Object.keys(decodeProtectedHeader(tokenOf(answer))).sort()).toEqual(["alg", "kid"]);
  });

  it("extends pod tokens to one year and records the time for renewal", async () => {
    const ref = { apiVersion: "v1", kind: "Pod", name: "p", uid: "pod-uid" };
    const claims = decodeJwt(tokenOf(await request({ expirationSeconds: 3607, boundObjectRef: ref })));
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(31536000);
    expect(claims["kubernetes.io"]).toMatchObject({
      pod: { name: "p", uid: "pod-uid" },
      node: { name: "node1" },
      warnafter: (claims.iat ?? 0) + 3607,
    });
  });

  it("counts and annotates uses before and after that time", async () => {
    const uses: string[] = [];
    const notes: string[][] = [];
    const observed = serviceAccountTokens({
      signingKey,
      issuers: [ISSUER],
      vocabulary,
      reader,
      now: () => now,
      onUse: (use) => uses.push(use),
    });
    const boundObjectRef = { apiVersion: "v1", kind: "Pod", name: "p" };
    const token = tokenOf(await request({ expirationSeconds: 3607, boundObjectRef }));
    const remarks = { warn: () => undefined, annotate: (...note: string[]) => notes.push(note) };
    await observed.authenticateToken(token, [], remarks);
    expect([uses, notes]).toEqual([["valid"], []]);
    now += 3617_000;
    await observed.authenticateToken(token, [], remarks);
    expect(uses).toEqual(["valid", "stale"]);
    const text = "subject: system:serviceaccount:n:robot, seconds after warning threshold: 10";
    expect(notes).toEqual([["authentication.k8s.io/stale-token", text]]);
  });

  it("extends tokens only if enabled and for the server's own audience", async () => {
    const boundObjectRef = { apiVersion: "v1", kind: "Pod", name: "p" };
    const life = async (spec: object, issuing?: Partial<TokenIssuing>): Promise<number> => {
      const answer = await request({ expirationSeconds: 3607, boundObjectRef, ...spec }, "robot", {}, issuing);
      const { exp = 0, iat = 0 } = decodeJwt(tokenOf(answer));
      return exp - iat;
    };
    expect(await life({})).toBe(31536000);
    expect(await life({}, { extend: false })).toBe(3607);
    expect(await life({ audiences: ["other"] })).toBe(3607);
    expect(await life({ expirationSeconds: 3608 })).toBe(3608);
    expect(await life({ boundObjectRef: null })).toBe(3607);
  });

  it("caps the lifetime at the maximum and returns a warning", async () => {
    const answer = await request({ expirationSeconds: 7200 }, "robot", {}, { maxSeconds: 3600 });
    expect(answer["spec"]).toMatchObject({ expirationSeconds: 3600 });
    expect(answer["status"]).toMatchObject({ expirationTimestamp: "2026-01-02T04:04:05Z" });
    expect(warnings).toEqual(["requested expiration of 7200 seconds shortened to 3600 seconds"]);
    await request({ expirationSeconds: 3600 }, "robot", {}, { maxSeconds: 3600 });
    expect(warnings).toEqual([]);
  });

  it.each([
    [{ expirationSeconds: 10 }, "robot", {}, 422, "may not specify a duration less than 10 minutes"],
    [{ expirationSeconds: 2 ** 40 }, "robot", {}, 422, "may not specify a duration larger than 2^32 seconds"],
    [{}, "ghost", {}, 404, 'serviceaccounts "ghost" not found'],
    [{}, "robot", { name: "other" }, 422, "must match the service account name if specified"],
    [{}, "robot", { namespace: "other" }, 422, "must match the service account namespace if specified"],
    [
      { boundObjectRef: { apiVersion: "v1", kind: "ConfigMap", name: "c" } },
      "robot",
      {},
      400,
      "cannot bind token to object of type /v1, Kind=ConfigMap",
    ],
    [
      { boundObjectRef: { apiVersion: "v1", kind: "Secret", name: "none" } },
      "robot",
      {},
      404,
      'secrets "none" not found',
    ],
    [
      { boundObjectRef: { apiVersion: "v1", kind: "Secret", name: "bound", uid: "x" } },
      "robot",
      {},
      409,
      'Operation cannot be fulfilled on Secret "bound": the UID in the bound object reference (x) does not match the UID',
    ],
  ])("rejects %j for %s", async (spec, name, metadata, code, message) => {
    await expect(request(spec, name, metadata)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });
});

describe("serviceAccountTokens", () => {
  it("remembers verified tokens, but not their texts", async () => {
    const set = vi.spyOn(BoundedMap.prototype, "set");
    const token = tokenOf(await request({ audiences: [ISSUER] }));
    expect(await authenticate(token, [ISSUER])).toBeDefined();
    const kept = set.mock.calls.map(([key, value]) => JSON.stringify([key, value]));
    set.mockRestore();
    expect(kept).toHaveLength(1);
    for (const part of token.split(".").slice(1)) expect(kept[0]).not.toContain(part);
  });

  it("authenticates its tokens", async () => {
    const token = tokenOf(await request());
    expect(await authenticate(token)).toEqual({
      username: "system:serviceaccount:n:robot",
      uid: "sa-uid",
      groups: ["system:serviceaccounts", "system:serviceaccounts:n"],
      extra: { "authentication.kubernetes.io/credential-id": [`JTI=${decodeJwt(token).jti}`] },
    });
  });

  it("may use the issuer name of secret-based tokens", async () => {
    const issuers = ["kubernetes/serviceaccount"];
    const same = serviceAccountTokens({ signingKey, issuers, vocabulary, reader, now: () => now });
    const claims = { namespace: "n", serviceaccount: { name: "robot", uid: "sa-uid" } };
    const username = "system:serviceaccount:n:robot";
    const token = await same.issue({ claims, username, audiences: issuers, lifetimeSeconds: 600 });
    expect(await same.authenticateToken(token, [])).toMatchObject({ identity: { username } });
  });

  it("leaves other tokens to other methods", async () => {
    expect(await authenticate("garbage")).toBeUndefined();
    expect(await authenticate("a.b.c")).toBeUndefined();
    const other = serviceAccountTokens({ signingKey, issuers: ["https://other"], vocabulary, reader, now: () => now });
    expect(await other.authenticateToken(tokenOf(await request()), [])).toBeUndefined();
  });

  it("rejects forged and expired tokens and tokens for other audiences", async () => {
    const token = tokenOf(await request());
    const [header, payload] = token.split(".");
    await expect(authenticate(`${header}.${payload}.AAAA`)).rejects.toThrow("error in cryptographic primitive");
    const unknown = Buffer.from('{"alg":"RS256","kid":"other"}').toString("base64url");
    await expect(authenticate(`${unknown}.${payload}.AAAA`)).rejects.toThrow("invalid signature, no keys found");
    await expect(authenticate(token, ["x"])).rejects.toThrow(
      `token audiences ["${ISSUER}"] is invalid for the target audiences ["x"]`,
    );
    now += 3600_000 + 60_000;
    expect(await authenticate(token)).toBeDefined();
    now += 1000;
    await expect(authenticate(token)).rejects.toThrow("expired");
  });

  it("rejects tokens of a deleted or recreated account or a deleted bound object", async () => {
    const token = tokenOf(await request());
    const bound = tokenOf(await request({ boundObjectRef: { apiVersion: "v1", kind: "Secret", name: "bound" } }));
    expect(await authenticate(bound)).toBeDefined();
    reader.remove(core("secrets"), "n", "bound");
    await expect(authenticate(bound)).rejects.toThrow("invalidated");
    expect(await authenticate(token)).toBeDefined();
    reader.put(core("serviceaccounts"), { metadata: { name: "robot", namespace: "n", uid: "new" } });
    await expect(authenticate(token)).rejects.toThrow("does not match");
    reader.remove(core("serviceaccounts"), "n", "robot");
    await expect(authenticate(token)).rejects.toThrow('serviceaccounts "robot" not found');
  });

  it("accepts tokens of other configured keys, algorithms and issuers", async () => {
    const ecdsa = generateKeyPairSync("ec", { namedCurve: "P-384" });
    const parts = { vocabulary, reader, now: () => now };
    const old = serviceAccountTokens({ ...parts, signingKey: ecdsa.privateKey, issuers: ["old"] });
    const next = serviceAccountTokens({
      ...parts,
      signingKey,
      issuers: [ISSUER, "old"],
      audiences: ["api"],
      verificationKeys: old.keys,
    });
    const claims = { namespace: "n", serviceaccount: { name: "robot", uid: "sa-uid" } };
    const username = "system:serviceaccount:n:robot";
    const token = await old.issue({ claims, username, audiences: ["api"], lifetimeSeconds: 600 });
    expect(decodeProtectedHeader(token)).toEqual({ alg: "ES384", kid: old.keys[0]?.id });
    expect(await next.authenticateToken(token, [])).toMatchObject({ identity: { username }, audiences: ["api"] });
    expect(next.keys.map(({ algorithm }) => algorithm)).toEqual(["ES384", "RS256"]);
    expect(decodeJwt(await next.issue({ claims, username, audiences: [], lifetimeSeconds: 1 })).iss).toBe(ISSUER);
  });
});

describe("tokenReviewAction", () => {
  const review = async (spec: Record<string, unknown>) =>
    (
      await tokenReviewAction({ methods: [tokens], audiences: [ISSUER], anonymous: false })(testContext({ reader }), {
        metadata: {},
        spec,
      })
    )["status"];

  it("returns the user and the matching audiences", async () => {
    const token = tokenOf(await request({ audiences: ["one", "two"] }));
    expect(await review({ token, audiences: ["two", "three"] })).toMatchObject({
      authenticated: true,
      audiences: ["two"],
      user: {
        username: "system:serviceaccount:n:robot",
        groups: ["system:serviceaccounts", "system:serviceaccounts:n", "system:authenticated"],
      },
    });
    expect(await review({ token, audiences: ["three"] })).toEqual({
      user: {},
      error: '[invalid bearer token, token audiences ["one" "two"] is invalid for the target audiences ["three"]]',
    });
    expect(await review({ token: "garbage" })).toEqual({ user: {}, error: "invalid bearer token" });
    await expect(review({})).rejects.toMatchObject({ code: 400 });
  });
});
