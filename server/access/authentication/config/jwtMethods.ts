import type { Timers } from "../../../ground/timing/timers.ts";
import type { FetchDocument } from "../../webhook/fetchDocument.ts";
import type { TokenAuthenticator } from "../bearerTokens/tokenAuthenticator.ts";
import { cachedTokens } from "../bearerTokens/tokenCache.ts";
import { type JwtAuthenticator, type JwtAuthenticatorOptions, jwtAuthenticator } from "../oidc/jwtAuthenticator.ts";
import type { JwtRules } from "../oidc/jwtRules.ts";
import { claimedIssuer } from "../oidc/verifyToken.ts";

/** The current JWT authenticators, combined to one method. Identities are cached for {@link CACHE_TTL}. */
export interface JwtMethods extends TokenAuthenticator {
  /**
   * Replaces the authenticators once all providers of the new ones have responded; until then the old ones stay.
   * @throws Error when that takes too long: the old ones stay
   */
  replace(rules: readonly JwtRules[]): Promise<void>;
  stop(): void;
}

export interface JwtMethodsOptions {
  readonly rules: readonly JwtRules[];
  readonly algorithms: readonly string[];
  /** Fetches documents of providers whose certificates are issued by these authorities (PEM), or by well-known ones. */
  readonly documents: (authorities: string | undefined) => FetchDocument;
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onError: (error: Error) => void;
  readonly onJudged: (issuer: string, result: "success" | "failure", seconds: number) => void;
}

/** Milliseconds within which the providers of a changed configuration must respond. */
export const REPLACE_TIMEOUT = 60_000;
/** Milliseconds until replaced authenticators are stopped, so that they can finish verifying tokens. */
export const STOP_DELAY = 60_000;
/**
 * Milliseconds for which an identity is cached. The reference caches those of all tokens as long. This server caches
 * only these, because only they are costly: a signature, and expressions over all claims.
 */
export const CACHE_TTL = 10_000;

/** The authenticators of one configuration, and their cache, which ends with them. */
interface Generation {
  readonly authenticators: readonly JwtAuthenticator[];
  readonly method: TokenAuthenticator;
}

export function jwtMethods(options: JwtMethodsOptions): JwtMethods {
  const { algorithms, documents, timers, now, onError, onJudged } = options;
  const running = new Set<Generation>();
  const startOne = (rules: JwtRules): JwtAuthenticator => {
    const one: JwtAuthenticatorOptions = {
      rules,
      algorithms,
      timers,
      now,
      onError,
      fetch: documents(rules.issuer.authorities),
      onJudged: (result, seconds) => onJudged(rules.issuer.url, result, seconds),
    };
    return jwtAuthenticator(one);
  };
  const start = (rules: readonly JwtRules[]): Generation => {
    const authenticators = rules.map(startOne);
    const method: TokenAuthenticator = {
      name: "jwt",
      authenticateToken(token, asked) {
        const issuer = claimedIssuer(token);
        return authenticators.find((each) => each.issuer === issuer)?.authenticateToken(token, asked);
      },
    };
    const generation = {
      authenticators,
      method: cachedTokens(method, { successTtl: CACHE_TTL, failureTtl: 0, now }),
    };
    running.add(generation);
    return generation;
  };
  const end = (generation: Generation): void => {
    for (const authenticator of generation.authenticators) authenticator.stop();
    running.delete(generation);
  };

  let current = start(options.rules);
  return {
    name: "jwt",
    // The result is the same for all audiences that are asked for.
    authenticateToken: (token) => current.method.authenticateToken(token, []),
    async replace(rules) {
      const next = start(rules);
      await within(REPLACE_TIMEOUT, timers, Promise.all(next.authenticators.map((each) => each.settled())));
      const [unready] = next.authenticators.filter(({ ready }) => !ready);
      if (unready !== undefined) {
        end(next);
        throw new Error(`oidc: authenticator for issuer ${JSON.stringify(unready.issuer)} is not initialized`);
      }
      const replaced = current;
      current = next;
      timers.after(STOP_DELAY, () => end(replaced));
    },
    stop() {
      for (const generation of running) end(generation);
    },
  };
}

/** Resolves with the promise, or after the given number of milliseconds. */
async function within(milliseconds: number, timers: Timers, promise: Promise<unknown>): Promise<void> {
  let cancel = (): unknown => undefined;
  const late = new Promise<void>((resolve) => {
    cancel = timers.after(milliseconds, resolve);
  });
  await Promise.race([promise, late]);
  cancel();
}
