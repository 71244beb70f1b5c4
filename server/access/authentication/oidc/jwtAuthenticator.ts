import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { Timers } from "../../../ground/timing/timers.ts";
import type { FetchDocument } from "../../webhook/fetchDocument.ts";
import type { TokenAuthenticator } from "../bearerTokens/tokenAuthenticator.ts";
import { claimsMapper } from "./claimsJob.ts";
import { discoverProvider } from "./discoverProvider.ts";
import { distributedClaims } from "./distributedClaims.ts";
import type { JwtRules } from "./jwtRules.ts";
import { type ProviderKeys, providerKeys } from "./providerKeys.ts";
import { claimedIssuer, verifyToken } from "./verifyToken.ts";

export interface JwtAuthenticatorOptions {
  readonly rules: JwtRules;
  readonly algorithms: readonly string[];
  readonly fetch: FetchDocument;
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called when the provider could not be reached; the attempt will be repeated. */
  readonly onError: (error: Error) => void;
  /** Called for every token of this issuer. @param seconds duration of the verification */
  readonly onJudged?: (result: "success" | "failure", seconds: number) => void;
}

/** Authenticates the tokens of one issuer. */
export interface JwtAuthenticator extends TokenAuthenticator {
  readonly issuer: string;
  /** Whether the provider has responded; until then all of its tokens are refused. */
  readonly ready: boolean;
  /** Resolves when the provider has responded, or the authenticator is stopped. */
  settled(): Promise<void>;
  stop(): void;
}

/** Milliseconds between two attempts to reach a provider. */
export const DISCOVERY_RETRY = 10_000;

/**
 * Authenticates the JWTs of one issuer. It is usable at once. The provider's document is fetched in the background,
 * with retries until it responds, because it may run on the very cluster that this server serves.
 */
export function jwtAuthenticator(options: JwtAuthenticatorOptions): JwtAuthenticator {
  const { rules, algorithms, fetch, timers, now, onError, onJudged } = options;
  const { url: issuer, audiences } = rules.issuer;
  const stopping = new AbortController();
  const { signal } = stopping;
  let keys: ProviderKeys | undefined;
  let cancelRetry = (): unknown => undefined;
  const { promise: settling, resolve: settle } = withResolvers();
  signal.addEventListener("abort", settle);

  const discover = async (): Promise<void> => {
    try {
      const { jwksUri } = await discoverProvider(rules.issuer, fetch, signal);
      keys = providerKeys({ jwksUri, fetch, signal, now });
      settle();
    } catch (error) {
      if (signal.aborted) return;
      const message = messageOf(error);
      onError(new Error(`oidc authenticator: initializing plugin: ${message}`));
      cancelRetry = timers.after(DISCOVERY_RETRY, () => void discover());
    }
  };
  void discover();

  const requirements = () => ({ audiences, algorithms, now: now() });
  const elsewhere =
    rules.groups !== undefined && "claim" in rules.groups
      ? distributedClaims({ claim: rules.groups.claim, requirements, fetch, signal, now, onError })
      : undefined;

  const identityOf = claimsMapper(rules);
  const verify: TokenAuthenticator["authenticateToken"] = async (token) => {
    if (keys === undefined) throw new Error("oidc: authenticator not initialized");
    const claims = await verifyToken(token, { ...requirements(), issuer, keys }).catch((error: Error) => {
      throw new Error(`oidc: verify token: ${error.message}`);
    });
    const expanded = await elsewhere?.expand(claims).catch((error: Error) => {
      throw new Error(`oidc: could not expand distributed claims: ${error.message}`);
    });
    return { identity: await identityOf(expanded ?? claims) };
  };

  return {
    name: "jwt",
    issuer,
    get ready() {
      return keys !== undefined;
    },
    settled: () => settling,
    async authenticateToken(token, asked) {
      if (claimedIssuer(token) !== issuer) return undefined;
      const start = now();
      try {
        const result = await verify(token, asked);
        onJudged?.("success", (now() - start) / 1000);
        return result;
      } catch (error) {
        onJudged?.("failure", (now() - start) / 1000);
        throw error;
      }
    },
    stop() {
      cancelRetry();
      stopping.abort();
    },
  };
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((resolved) => {
    resolve = resolved;
  });
  return { promise, resolve };
}
