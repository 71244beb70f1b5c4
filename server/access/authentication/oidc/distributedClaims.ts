import { BoundedMap } from "../../../../shared/collections/boundedMap.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { isAged } from "../../../ground/timing/isAged.ts";
import type { FetchDocument } from "../../webhook/fetchDocument.ts";
import { type ClaimSourceEntry, claimNames, claimSources } from "./claimSources.ts";
import { type Claims, hasClaim } from "./claims.ts";
import { discoverProvider } from "./discoverProvider.ts";
import { type ProviderKeys, providerKeys } from "./providerKeys.ts";
import { type TokenRequirements, untrustedIssuer, verifyToken } from "./verifyToken.ts";

/** Fetches a claim that a token delegates to another address (OpenID Connect Core 1.0, section 5.6.2). */
export interface DistributedClaims {
  /**
   * @returns the claims including the fetched one; unchanged when none has to be fetched
   * @throws Error in the reference's words
   */
  expand(claims: Claims): Promise<Claims>;
}

export interface DistributedClaimsOptions {
  /** The name of the only claim that may be external. */
  readonly claim: string;
  /** Requirements of the token with the claim: those of the original token, except for the issuer. */
  readonly requirements: () => Omit<TokenRequirements, "issuer" | "keys">;
  readonly fetch: FetchDocument;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called when the keys of such a token's issuer could not be fetched. */
  readonly onError: (error: Error) => void;
}

/** Milliseconds between two attempts to reach the issuer of such a token. */
export const ISSUER_RETRY = 10_000;
/** Maximum number of issuers whose keys are kept. */
const MAX_ISSUERS = 100;

interface Issuer {
  /** Undefined while the issuer could not be reached. */
  keys: ProviderKeys | undefined;
  asking: Promise<void> | undefined;
  /** Time of the last attempt. */
  asked: number;
}

/** Expands one claim. The keys of the issuers of its tokens are fetched when they are first needed. */
export function distributedClaims(options: DistributedClaimsOptions): DistributedClaims {
  const { claim, fetch, signal, now, onError } = options;
  const issuers = new BoundedMap<string, Issuer>({ entries: MAX_ISSUERS });

  const keysOf = async (url: string): Promise<ProviderKeys> => {
    const issuer = issuers.get(url) ?? { keys: undefined, asking: undefined, asked: Number.NEGATIVE_INFINITY };
    issuers.set(url, issuer);
    if (issuer.keys === undefined && issuer.asking === undefined && isAged(issuer.asked, ISSUER_RETRY, now())) {
      issuer.asked = now();
      issuer.asking = discoverProvider({ url, audiences: [] }, fetch, signal)
        .then(({ jwksUri }) => {
          issuer.keys = providerKeys({ jwksUri, fetch, signal, now });
        })
        .catch((error) => {
          const label = `oidc authenticator: async token verifier for issuer: ${quoted(url)}`;
          if (!signal.aborted) onError(new Error(`${label}: ${messageOf(error)}`));
        })
        .finally(() => {
          issuer.asking = undefined;
        });
    }
    await issuer.asking;
    if (issuer.keys === undefined) throw new Error(`verifier not initialized for issuer: ${quoted(url)}`);
    return issuer.keys;
  };

  const resolve = async ({ endpoint, accessToken }: ClaimSourceEntry): Promise<unknown> => {
    const token = await labelled(`while getting distributed claim ${quoted(claim)}`, () =>
      fetchToken(fetch, endpoint, accessToken, signal),
    );
    const unread = `getting untrusted issuer from endpoint ${endpoint} failed for claim ${quoted(claim)}`;
    const issuer = await labelled(unread, async () => untrustedIssuer(token));
    const keys = await labelled(`verifying untrusted issuer ${issuer} failed`, () => keysOf(issuer));
    const claims = await labelled("verify distributed claim token", () =>
      verifyToken(token, { ...options.requirements(), issuer, keys }),
    );
    if (hasClaim(claims, claim)) return claims[claim];
    throw new Error(`jwt returned by distributed claim endpoint ${quoted(endpoint)} did not contain claim: ${claim}`);
  };

  return {
    async expand(claims) {
      if (hasClaim(claims, claim) || !hasClaim(claims, "_claim_names")) return claims;
      if (!hasClaim(claims, "_claim_sources")) throw new Error("oidc: no claim sources");
      const source = claimNames(claims).get(claim);
      if (source === undefined) return claims;
      const found = claimSources(claims).get(source);
      if (found === undefined) {
        throw new Error(`id token _claim_names contained a source ${source} missing in _claims_sources`);
      }
      // A source without an endpoint contains the claim itself, which the reference does not read.
      if (found.endpoint === "") return claims;
      return { ...claims, [claim]: await resolve(found) };
    },
  };
}

async function fetchToken(
  fetch: FetchDocument,
  endpoint: string,
  bearer: string,
  signal: AbortSignal,
): Promise<string> {
  const asking = { accept: "*/*", ...(bearer === "" ? {} : { bearer }) };
  const { status, statusText, text } = await fetch(endpoint, signal, asking);
  if (status >= 200 && status <= 226) return text;
  throw new Error(`error while getting distributed claim JWT: ${status} ${statusText}`);
}

async function labelled<T>(label: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new Error(`${label}: ${messageOf(error)}`);
  }
}
