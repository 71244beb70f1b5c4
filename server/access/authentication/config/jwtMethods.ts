import type { Timers } from "../../../ground/timing/timers.ts";
import type { FetchDocument } from "../../webhook/fetchDocument.ts";
import type { TokenAuthenticator } from "../bearerTokens/tokenAuthenticator.ts";
import { type JwtAuthenticator, type JwtAuthenticatorOptions, jwtAuthenticator } from "../oidc/jwtAuthenticator.ts";
import type { JwtRules } from "../oidc/jwtRules.ts";
import { claimedIssuer } from "../oidc/verifyToken.ts";

/** The current JWT authenticators, combined to one method. */
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

export function jwtMethods(options: JwtMethodsOptions): JwtMethods {
  const { algorithms, documents, timers, now, onError, onJudged } = options;
  const running = new Set<JwtAuthenticator>();
  const start = (rules: readonly JwtRules[]): JwtAuthenticator[] =>
    rules.map((each) => {
      const one: JwtAuthenticatorOptions = {
        rules: each,
        algorithms,
        timers,
        now,
        onError,
        fetch: documents(each.issuer.authorities),
        onJudged: (result, seconds) => onJudged(each.issuer.url, result, seconds),
      };
      const authenticator = jwtAuthenticator(one);
      running.add(authenticator);
      return authenticator;
    });
  const end = (authenticators: readonly JwtAuthenticator[]): void => {
    for (const authenticator of authenticators) {
      authenticator.stop();
      running.delete(authenticator);
    }
  };

  let current = start(options.rules);
  return {
    name: "jwt",
    async authenticateToken(token, asked) {
      const issuer = claimedIssuer(token);
      return current.find((each) => each.issuer === issuer)?.authenticateToken(token, asked);
    },
    async replace(rules) {
      const next = start(rules);
      await within(REPLACE_TIMEOUT, timers, Promise.all(next.map((each) => each.settled())));
      const [unready] = next.filter(({ ready }) => !ready);
      if (unready !== undefined) {
        end(next);
        throw new Error(`oidc: authenticator for issuer ${JSON.stringify(unready.issuer)} is not initialized`);
      }
      const replaced = current;
      current = next;
      timers.after(STOP_DELAY, () => end(replaced));
    },
    stop: () => end([...running]),
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
