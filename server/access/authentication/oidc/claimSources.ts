import { type Claims, hasClaim, mismatch } from "./claims.ts";

/** Where to get a claim that a token does not contain. */
export interface ClaimSourceEntry {
  /** Empty when the source contains the claim itself. */
  readonly endpoint: string;
  /** The bearer token for the endpoint; empty for none. */
  readonly accessToken: string;
}

/** `_claim_names`: the source of each external claim. @throws Error for another form */
export function claimNames(claims: Claims): ReadonlyMap<string, string> {
  const place = "struct field idToken._claim_names";
  const names = membersOf(claims, "_claim_names", "map[string]string", place);
  return new Map(names.map(([claim, source]) => [claim, text(source, place)]));
}

/** `_claim_sources`, by the names used in `_claim_names`. @throws Error for another form */
export function claimSources(claims: Claims): ReadonlyMap<string, ClaimSourceEntry> {
  const place = "struct field idToken._claim_sources";
  const sources = membersOf(claims, "_claim_sources", "map[string]oidc.claimSource", place);
  const at = (name: string): string => `struct field claimSource._claim_sources.${name}`;
  return new Map(
    sources.map(([name, source]) => {
      const { endpoint, access_token: token } = object(source, "oidc.claimSource", place);
      return [name, { endpoint: text(endpoint, at("endpoint")), accessToken: text(token, at("access_token")) }];
    }),
  );
}

/** Checks that every external claim has a source. @throws Error in the words of the reference's library */
export function checkClaimSources(
  names: ReadonlyMap<string, string>,
  sources: ReadonlyMap<string, ClaimSourceEntry>,
): void {
  for (const source of names.values()) {
    if (source === "") throw new Error("oidc: failed to obtain source from claim name");
    if (!sources.has(source)) throw new Error("oidc: source does not exist");
  }
}

const membersOf = (claims: Claims, name: string, type: string, place: string): (readonly [string, unknown])[] =>
  hasClaim(claims, name) ? Object.entries(object(claims[name], type, place)) : [];

function object(value: unknown, type: string, place: string): Readonly<Record<string, unknown>> {
  if (value === null || value === undefined) return {};
  if (typeof value !== "object" || Array.isArray(value)) throw mismatch(value, type, place);
  return value as Readonly<Record<string, unknown>>;
}

function text(value: unknown, place: string): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") throw mismatch(value, "string", place);
  return value;
}
