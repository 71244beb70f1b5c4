import { parseJson } from "../../../../shared/json/parseJson.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { checkClaimSources, claimNames, claimSources } from "./claimSources.ts";
import { type Claims, decodeBase64Url, decodeClaims, hasClaim, parseClaims, textClaim, textsClaim } from "./claims.ts";
import type { ProviderKeys } from "./providerKeys.ts";
import { type TokenHead, verifySignature } from "./verifySignature.ts";

/** Algorithms that may be enabled: all are asymmetric. */
export const SIGNING_ALGORITHMS: readonly string[] = [
  "ES256",
  "ES384",
  "ES512",
  "PS256",
  "PS384",
  "PS512",
  "RS256",
  "RS384",
  "RS512",
];

export interface TokenRequirements {
  readonly issuer: string;
  /** The token must have one of these audiences. */
  readonly audiences: readonly string[];
  readonly algorithms: readonly string[];
  readonly keys: ProviderKeys;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Clock tolerance in milliseconds for the start of a token's validity. Its end has no tolerance. */
const LEEWAY = 60_000;

/**
 * The issuer of a token before verification, which determines the authenticator.
 * @returns undefined for a text that is not a compact JWT
 */
export function claimedIssuer(token: string): string | undefined {
  const parts = token.split(".");
  if (parts.length !== 3) return undefined;
  try {
    const issuer = decodeClaims(parts[1] ?? "")["iss"];
    return typeof issuer === "string" ? coalesceIssuer(issuer) : undefined;
  } catch {
    return undefined;
  }
}

/** The same for a text that must be a JWT. @throws Error in the reference's words */
export function untrustedIssuer(token: string): string {
  if (token.trim().startsWith("{")) throw new Error("token is not compact JWT");
  const parts = token.split(".");
  if (parts.length !== 3) throw new Error("malformed token");
  const text = attempt("error decoding token", () => decodeBase64Url(parts[1] ?? ""));
  const issuer = attempt("while unmarshaling token", () => {
    const claims = parseClaims(text);
    return hasClaim(claims, "iss") ? textClaim(claims, "iss") : "";
  });
  return coalesceIssuer(issuer);
}

/** Tokens of one provider may omit the scheme. */
const coalesceIssuer = (issuer: string): string =>
  issuer === "accounts.google.com" ? "https://accounts.google.com" : issuer;

/**
 * Verifies a compact JWT: issuer, audience, time, algorithm, signature, in the reference's order.
 * @returns its claims
 * @throws Error in the reference's words
 */
export async function verifyToken(token: string, required: TokenRequirements): Promise<Claims> {
  const [head = "", payload = ""] = token.split(".");
  const claims = attempt("oidc: malformed jwt payload", () => decodeClaims(payload));
  const [names, sources] = attempt("oidc: failed to unmarshal claims", () => [
    claimNames(claims),
    claimSources(claims),
  ]);
  checkClaimSources(names, sources);
  const { issuer, audiences, now } = required;
  const named = coalesceIssuer(typeof claims["iss"] === "string" ? claims["iss"] : "");
  if (named !== issuer) {
    throw new Error(`oidc: id token issued by a different provider, expected ${quoted(issuer)} got ${quoted(named)}`);
  }
  const given = attempt("oidc: failed to unmarshal claims", () =>
    hasClaim(claims, "aud") ? textsClaim(claims, "aud") : [],
  );
  // The reference checks a single audience first, several ones last.
  if (audiences.length === 1) checkAudience(given, audiences);
  checkTimes(claims, now);
  const tokenHead = attempt("oidc: malformed jwt", () => decodeHead(head));
  if (!required.algorithms.includes(tokenHead.algorithm)) {
    const expected = quoteAll(required.algorithms);
    throw new Error(
      `oidc: id token signed with unsupported algorithm, expected ${expected} got ${quoted(tokenHead.algorithm)}`,
    );
  }
  try {
    await verifySignature(token, tokenHead, required.keys);
  } catch (error) {
    throw new Error(`failed to verify signature: ${messageOf(error)}`);
  }
  checkAudience(given, audiences);
  return claims;
}

function checkAudience(given: readonly string[], accepted: readonly string[]): void {
  if (given.some((audience) => accepted.includes(audience))) return;
  const [only = ""] = accepted;
  const expected = accepted.length === 1 ? quoted(only) : `in ${quoteAll([...accepted].sort())}`;
  throw new Error(`oidc: expected audience ${expected} got ${quoteAll(given)}`);
}

function checkTimes(claims: Claims, now: number): void {
  const [expires = -Infinity, begins] = attempt("oidc: failed to unmarshal claims", () => [
    timeClaim(claims, "exp"),
    timeClaim(claims, "nbf"),
  ]);
  if (expires < now) throw new Error(`oidc: token is expired (Token Expiry: ${showTime(expires)})`);
  if (begins !== undefined && now + LEEWAY < begins) {
    const [current, start] = [showTime(now), showTime(begins)];
    throw new Error(`oidc: current time ${current} before the nbf (not before) time: ${start}`);
  }
}

/** Seconds since the epoch in the token; returns milliseconds. */
function timeClaim(claims: Claims, name: string): number | undefined {
  const value = claims[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== "number" && typeof value !== "bigint") throw new Error(`${name} is no number`);
  return Math.trunc(Number(value)) * 1000;
}

function decodeHead(part: string): TokenHead {
  const head = parseJson(decodeBase64Url(part)) as { readonly alg?: unknown; readonly kid?: unknown } | null;
  if (typeof head !== "object" || head === null || typeof head.alg !== "string") throw new Error("no algorithm");
  return { algorithm: head.alg, ...(typeof head.kid === "string" && head.kid !== "" ? { keyId: head.kid } : {}) };
}

/** `2026-01-31 12:00:00 +0000 UTC`. */
function showTime(milliseconds: number): string {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return "0001-01-01 00:00:00 +0000 UTC";
  return `${date.toISOString().slice(0, 19).replace("T", " ")} +0000 UTC`;
}

function attempt<T>(label: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new Error(`${label}: ${messageOf(error)}`);
  }
}
const quoteAll = (texts: readonly string[]): string => `[${texts.map(quoted).join(" ")}]`;
