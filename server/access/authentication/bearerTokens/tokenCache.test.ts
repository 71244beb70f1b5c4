import { beforeEach, describe, expect, it } from "vitest";
import type { TokenAuthenticator, TokenResult } from "./tokenAuthenticator.ts";
import { cachedTokens, type TokenCacheOptions } from "./tokenCache.ts";

let now: number;
let asked: string[];
let lookups: string[];
let answer: (token: string) => Promise<TokenResult | undefined>;
const known = (username: string): TokenResult => ({ identity: { username, groups: [], extra: {} } });
const method: TokenAuthenticator = {
  name: "counted",
  authenticateToken(token, audiences) {
    asked.push([token, ...audiences].join(" "));
    return answer(token);
  },
};
const cache = (parts: Partial<TokenCacheOptions> = {}) =>
  cachedTokens(method, {
    successTtl: 1000,
    failureTtl: 1000,
    now: () => now,
    onLookup: (result) => lookups.push(result),
    ...parts,
  });

beforeEach(() => {
  now = 0;
  asked = [];
  lookups = [];
  answer = async (token) => (token === "unknown" ? undefined : known(token));
});

describe("cachedTokens", () => {
  it.each(["alice", "unknown"])("caches the response for %s for its TTL", async (token) => {
    const cached = cache();
    const first = await cached.authenticateToken(token, []);
    expect(first?.identity.username).toBe(token === "unknown" ? undefined : token);
    now = 999;
    expect(await cached.authenticateToken(token, [])).toBe(first);
    expect(asked).toEqual([token]);
    now = 1000;
    await cached.authenticateToken(token, []);
    expect(asked).toEqual([token, token]);
    expect(lookups).toEqual(["miss", "hit", "miss"]);
  });

  it("distinguishes audiences and never confuses them with tokens", async () => {
    const cached = cache();
    for (const audiences of [[], ["a"], ["b"], ["a", "b"], ["a"]]) await cached.authenticateToken("t", audiences);
    await cached.authenticateToken('t","a', []);
    expect(asked).toEqual(["t", "t a", "t b", "t a b", 't","a']);
  });

  it("shares one request between concurrent callers", async () => {
    let release: (result: TokenResult) => void = () => undefined;
    answer = () => new Promise((resolve) => (release = resolve));
    const cached = cache({ successTtl: 0 });
    const both = Promise.all([cached.authenticateToken("t", []), cached.authenticateToken("t", [])]);
    release(known("t"));
    expect(await both).toEqual([known("t"), known("t")]);
    expect(asked).toEqual(["t"]);
    answer = async () => known("t");
    await cached.authenticateToken("t", []);
    expect(asked).toEqual(["t", "t"]);
  });

  it("does not cache errors", async () => {
    const cached = cache();
    answer = () => Promise.reject(new Error("down"));
    await expect(cached.authenticateToken("t", [])).rejects.toThrow("down");
    answer = async () => known("t");
    expect(await cached.authenticateToken("t", [])).toEqual(known("t"));
  });

  it("can cache identities only", async () => {
    const cached = cache({ failureTtl: 0 });
    for (const token of ["alice", "unknown", "alice", "unknown"]) await cached.authenticateToken(token, []);
    expect(asked).toEqual(["alice", "unknown", "unknown"]);
  });

  it("bounds the size of all identities together", async () => {
    const groups = Array.from({ length: 200_000 }, (_, i) => `group-${i}-${"x".repeat(20)}`);
    answer = async (token) => ({ identity: { username: token, groups, extra: { key: groups } } });
    const cached = cache();
    for (const token of ["a", "b", "b", "a"]) await cached.authenticateToken(token, []);
    expect(asked).toEqual(["a", "b", "a"]);
  });

  it("evicts the oldest entries when full", async () => {
    const cached = cache({ size: 2 });
    for (const token of ["a", "b", "c", "b", "a"]) await cached.authenticateToken(token, []);
    expect(asked).toEqual(["a", "b", "c", "a"]);
  });
});
